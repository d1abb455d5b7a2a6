import { startSandbox, type Sandbox } from '../../service/sandbox';
import { fixedWindow } from '../../nodes/AudiencePage/transport/simulation/limits';
import { isToBeKept, keepMeasured } from '../../support/measured';
import type { Row } from '../../support/table';
import { Opened } from '../harness/Opened';
import { CREDENTIAL_TYPE } from '../harness/RealN8n';
import { Cluster } from './Cluster';
import { callsOf, playRound, writingWorkflow } from './round';

/**
 * How long a request takes, in milliseconds; how many a second are accepted for all; calls, and
 * records of each.
 */
const CELLS: Array<[latency: number, perSecond: number, calls: number, records: number]> = [
	[20, Infinity, 10, 1000],
	[200, Infinity, 10, 1000],
	[20, 100, 5, 500],
	[200, 100, 5, 500],
];
const rows: Row[] = [];
if (isToBeKept) afterAll(async () => await keepMeasured('queueLimit', rows));

describe.each(isToBeKept ? [1, 2, 4] : [2])('queue mode with %i workers', (workers) => {
	const opened = new Opened();
	let sandbox: Sandbox;
	let cluster: Cluster;

	beforeAll(async () => {
		sandbox = opened.add(await startSandbox());
		cluster = opened.add(
			await Cluster.start(sandbox, { workers, workerEnv: { N8N_LOG_LEVEL: 'debug' } }),
		);
	});
	afterAll(async () => await opened.close());

	test.each(isToBeKept ? CELLS : ([[20, 20, 4, 50]] as typeof CELLS))(
		'writes each record once: %i ms, %d a second, %i calls of %i',
		async (latency, perSecond, calls, records) => {
			const { client } = cluster.n8n;
			// With a key of its own, no worker knows anything of the limit.
			const apiKey = `key ${latency} ${perSecond}`;
			sandbox.settings.otherApiKeys.push(apiKey);
			const credential = await client.createCredential(CREDENTIAL_TYPE, apiKey, {
				baseUrl: sandbox.url,
				apiKey,
			});
			const file = writingWorkflow(`${latency}-${perSecond}`);
			const workflow = await cluster.n8n.importWorkflow(file, credential);
			await client.publish(workflow);
			sandbox.settings.faults.latencyMs = latency;
			const limit = fixedWindow(perSecond, 1000);
			sandbox.settings.instead = () =>
				limit.take(Date.now()) > 0 ? { status: 429, headers: { 'retry-after': '1' } } : undefined;
			const round = await playRound(
				{ sandbox, cluster, workflow },
				callsOf(apiKey, calls, records),
			);
			expect(round).toMatchObject({ incomplete: [], failed: [], twice: [], notOnce: [] });

			const logs = await Promise.all(cluster.workers.map(async (worker) => await worker.log()));
			const isLogged = logs.join('').includes('Audience Page: rate limit reached, pausing');
			const refused = sandbox.requests.filter(({ status }) => status === 429).length;
			expect(isLogged).toBe(refused > 0);
			const time = 'EXTRACT(EPOCH FROM "stoppedAt" - "startedAt")';
			const sql = `SELECT ${time} FROM execution_entity WHERE "workflowId" = '${workflow.id}' ORDER BY 1`;
			const times = (await cluster.postgres.query(sql)).map(([seconds]) => Number(seconds));
			rows.push({
				Workers: String(workers),
				'Latency, ms': String(latency),
				'Limit, requests a second': perSecond === Infinity ? 'none' : String(perSecond),
				'Entries a second': ((calls * records) / round.seconds).toFixed(0),
				'429 %': ((100 * refused) / sandbox.requests.length).toFixed(1),
				'Slowest execution / median': (
					times.at(-1)! / times[Math.floor(times.length / 2)]!
				).toFixed(2),
			});
		},
	);
});
