/** The durable scheduler of n8n: what its database says of the polls of several processes. */
import { startSandbox, type Sandbox } from '../../service/sandbox';
import { addEntries } from '../harness/accountLog';
import { Opened } from '../harness/Opened';
import type { N8nProcess } from '../harness/RealN8n';
import { pollTimesEvery } from '../harness/steps';
import { until, untilTrue } from '../harness/until';
import { Cluster } from '../queue/Cluster';
import { PolledWorkflow } from '../trigger/PolledWorkflow';

/**
 * The scheduler as its documentation has it, but for times: each is as short as the polls of these
 * tests allow.
 */
const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '500',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_REAPER_INTERVAL: '1',
	N8N_SCHEDULER_LEASE_DURATION: '6',
	N8N_SCHEDULER_POLL_TIMEOUT: '5',
	N8N_SCHEDULER_JITTER_RATIO: '0.9', // or one main may claim all polls for minutes
	N8N_LOG_LEVEL: 'debug', // tells the ID under which a process claims polls
};
/**
 * Seconds from one poll to the next. Two at once, in two processes, would both tell what is new:
 * n8n saves both.
 */
const INTERVAL = 5;
const KILLS = 4;
const RECORDS_PER_KILL = 100;

describe('the durable scheduler of n8n: two mains that poll in turns, one worker', () => {
	let sandbox: Sandbox;
	let cluster: Cluster;
	const opened = new Opened();

	beforeAll(async () => {
		sandbox = opened.add(await startSandbox());
		cluster = opened.add(await Cluster.start(sandbox, { mains: 2, workers: 1, mainEnv: DURABLE }));
	});

	afterAll(async () => await opened.close());

	const untilRows = async (sql: string) =>
		await untilTrue(async () => (await cluster.postgres.query(sql)).length > 0);

	/** The main whose poll goes on; another one's may end meanwhile. */
	async function pollingMain(): Promise<N8nProcess> {
		const hosts = await Promise.all(cluster.mains.map(hostOf));
		const sql = `SELECT DISTINCT "claimedBy" FROM scheduled_task WHERE status = 'running' AND "startedAt" IS NOT NULL`;
		return await until(async () => {
			const claiming = (await cluster.postgres.query(sql)).flat();
			const polling = cluster.mains.filter((_, n) => claiming.includes(hosts[n]!));
			return polling.length === 1 ? polling[0] : undefined;
		});
	}

	/** Waits until each main has made a further poll, and has begun it after this was called. */
	async function eachMainPolls(): Promise<void> {
		const [[now]] = (await cluster.postgres.query('SELECT now()')) as [[string]];
		for (const main of cluster.mains)
			await untilRows(`SELECT id FROM scheduled_task WHERE "claimedBy" = '${await hostOf(main)}'
				AND status = 'succeeded' AND "startedAt" > '${now}'`);
	}

	it(`tells each record once, though its process is killed ${KILLS} times while it waits for an answer`, async () => {
		const { accountId } = sandbox.store.accounts.all()[0]!;
		const workflow = await PolledWorkflow.import(cluster.n8n, {
			...{ event: 'accountLogCreated', accountId, startFrom: 'now' },
			pollTimes: pollTimesEvery(INTERVAL),
		});
		await workflow.publish();
		const ofWorkflow = `"workflowId" = '${workflow.id}'`;
		await untilRows(
			`SELECT 1 FROM poller_state WHERE ${ofWorkflow} AND cursor::text LIKE '%"state"%'`,
		);
		const ids: string[] = [];
		const add = () => {
			const added = Array.from(
				{ length: RECORDS_PER_KILL / 2 },
				(_, n) => `entry-${ids.length + n}`,
			);
			ids.push(...added);
			addEntries(sandbox, accountId, ...added);
		};
		const expectTold = async () =>
			expect((await workflow.entriesOf(ids.length)).flat().sort()).toEqual([...ids].sort());

		for (let kill = 0; kill < KILLS; kill++) {
			const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
			sandbox.settings.onRequest = async ({ path }) => {
				if (path !== `/v0/accounts/${accountId}/logs`) return;
				sandbox.settings.onRequest = () => {};
				begun.resolve();
				await released.promise;
			};
			add();
			await begun.promise;
			await (
				await pollingMain()
			).restart('SIGKILL', () => {
				add();
				released.resolve();
			});
			await expectTold();
			// No poll of the main that was killed is left to be made up for.
			const open = `SELECT id FROM scheduled_task WHERE status = 'running' OR (status = 'pending' AND attempts > 0)`;
			await untilTrue(async () => (await cluster.postgres.query(open)).length === 0);
		}
		await eachMainPolls();
		await expectTold();
		const statuses = await cluster.postgres.query(
			`SELECT status FROM execution_entity WHERE ${ofWorkflow}`,
		);
		expect(new Set(statuses.flat())).toEqual(new Set(['success']));
		await workflow.unpublish();
	});
});

/** The ID under which a main claims polls: a new one at each start. */
async function hostOf(main: N8nProcess): Promise<string> {
	const ids = Array.from((await main.log()).matchAll(/Host ID: (main-[\w-]+)/g), ([, id]) => id!);
	return ids.at(-1)!;
}
