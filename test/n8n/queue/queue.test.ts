import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../service/sandbox';
import { Opened } from '../harness/Opened';
import type { N8nProcess } from '../harness/RealN8n';
import { untilTrue } from '../harness/until';
import { filesWith } from '../harness/useN8n';
import { Cluster, CONCURRENCY, LOCK_DURATION } from './Cluster';
import { callsOf, idOf, playRound, writingWorkflow, type Stage } from './round';

/** How many calls are posted while a worker is killed, and how many records one long run writes. */
const [OF_WORKER, OF_LONG_RUN] = [60, 2_000];
const RECORDS = 100;
/** No record is written twice, and none is lost. */
const ONCE = { incomplete: [], twice: [], notOnce: [] };

describe('queue mode: n8n main, two workers, Redis and PostgreSQL', () => {
	let sandbox: Sandbox;
	let cluster: Cluster;
	let stage: Stage;
	const opened = new Opened();

	beforeAll(async () => {
		sandbox = opened.add(await startSandbox({ apiKey: 'key-that-stays-secret' }));
		cluster = opened.add(await Cluster.start(sandbox));
		const workflow = await cluster.n8n.importWorkflow(writingWorkflow());
		await cluster.n8n.client.publish(workflow);
		stage = { sandbox, cluster, workflow };
	});

	afterAll(async () => await opened.close());

	/** Ids of the executions that a worker has begun, as its log says. */
	const startedBy = async (worker: N8nProcess): Promise<string[]> =>
		Array.from((await worker.log()).matchAll(/^Worker started execution (\d+)/gm), ([, id]) => id!);

	it('runs one execution for longer than a lock holds, and it does not stall', async () => {
		// However fast the machine is, its first answer alone takes as long.
		sandbox.settings.onRequest = async () => {
			if (sandbox.requests.length === 1) await wait(LOCK_DURATION);
		};
		const round = await playRound(stage, callsOf('single', 1, OF_LONG_RUN));
		sandbox.settings.onRequest = () => {};
		expect(round).toMatchObject(ONCE);
		expect(round.failed).toEqual([]);
		expect(round.seconds * 1000).toBeGreaterThanOrEqual(LOCK_DURATION);
	});

	it('writes the records of all calls once, though a worker is killed in the middle', async () => {
		const [victim] = cluster.workers;
		const known = (await Promise.all(cluster.workers.map(startedBy))).flat();
		const round = await playRound(stage, callsOf('killed', OF_WORKER, RECORDS), async () => {
			await untilTrue(() => sandbox.requests.length >= (OF_WORKER * RECORDS) / 4);
			// Each call waits for its 60th record, which has another of its domain after it: it cannot
			// end.
			const held = new Set<string>();
			const { promise: released, resolve: release } = Promise.withResolvers<void>();
			sandbox.settings.onRequest = async (request) => {
				if (!idOf(request).endsWith('-59')) return;
				held.add(idOf(request));
				await released;
			};
			await untilTrue(() => held.size === cluster.workers.length * CONCURRENCY);
			await cluster.kill(victim!);
			sandbox.settings.onRequest = () => {};
			release();
		});
		expect(round).toMatchObject(ONCE);
		// What it had under way is shown as failed, and nothing else; no execution is begun twice.
		expect(round.failed).toHaveLength(CONCURRENCY);
		const started = await Promise.all(cluster.workers.map(startedBy));
		const byWorker = started.map((ids) => ids.filter((id) => !known.includes(id)));
		expect(byWorker).not.toContainEqual([]);
		expect(new Set(byWorker.flat()).size).toBe(byWorker.flat().length);
	});

	it('leaves the API key nowhere: not in the database, not in Redis, not in a log', async () => {
		const { postgres, redis, n8n, workers } = cluster;
		const dump = await postgres.dump();
		expect(dump).toContain('queue-1.example');
		expect(dump).not.toContain(sandbox.apiKey);
		expect(await filesWith('executionId', redis.folder)).not.toEqual([]);
		for (const folder of [redis.folder, ...[n8n, ...workers].map(({ userFolder }) => userFolder)])
			expect([folder, ...(await filesWith(sandbox.apiKey, folder))]).toEqual([folder]);
	});
});
