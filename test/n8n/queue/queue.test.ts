import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../service/sandbox';
import { isToBeKept, keepMeasured } from '../../support/measured';
import type { Row } from '../../support/table';
import { addEntries } from '../harness/accountLog';
import { Opened } from '../harness/Opened';
import { untilTrue } from '../harness/until';
import { filesWith } from '../harness/useN8n';
import { PolledWorkflow } from '../trigger/PolledWorkflow';
import { Cluster, CONCURRENCY, LOCK_DURATION, startedBy } from './Cluster';
import { callsOf, idOf, playRound, rowOf, writingWorkflow, type Round, type Stage } from './round';

/** How many calls are posted while a worker, and while Redis is killed, and how many records one long run writes. */
const [OF_WORKER, OF_REDIS, OF_LONG_RUN] = isToBeKept ? [200, 50, 20_000] : [60, 20, 2_000];
const RECORDS = 100;

describe('queue mode: n8n main, two workers, Redis and PostgreSQL', () => {
	let sandbox: Sandbox;
	let cluster: Cluster;
	let stage: Stage;
	const opened = new Opened();
	const rows: Row[] = [];

	beforeAll(async () => {
		sandbox = opened.add(await startSandbox({ apiKey: 'key-that-stays-secret' }));
		cluster = opened.add(await Cluster.start(sandbox));
		const workflow = await cluster.n8n.importWorkflow(writingWorkflow());
		await cluster.n8n.client.publish(workflow);
		stage = { sandbox, cluster, workflow };
	});

	afterAll(async () => {
		await opened.close();
		if (isToBeKept) await keepMeasured('queue', rows);
	});

	/** No record is written twice, none is lost, and n8n shows what became of each call that it accepted. */
	function expectOnce(what: string, round: Round): void {
		rows.push(rowOf(what, round));
		expect(round).toMatchObject({ incomplete: [], twice: [], notOnce: [] });
		expect(round.successful + round.failed.length).toBe(round.calls - round.refused);
	}

	const written = (count: number) => untilTrue(() => sandbox.requests.length >= count);

	it('writes the records of all calls once, though a worker is killed in the middle', async () => {
		const [victim, other] = cluster.workers;
		const calls = callsOf('killed', OF_WORKER, RECORDS);
		const round = await playRound(stage, calls, async (post) => {
			const posted = post(calls);
			await written((OF_WORKER * RECORDS) / 4);
			// Each call waits for its 60th record, which has another of its domain after it: it cannot end.
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
			await posted;
		});
		expectOnce('A worker is killed', round);
		// What it had under way is shown as failed, and nothing else; nobody else has begun it.
		expect(round.failed).toHaveLength(CONCURRENCY);
		expect((await startedBy(other!)).filter((id) => round.failed.includes(id))).toEqual([]);
	});

	it('writes the records of all calls once, though Redis is killed and started again', async () => {
		await cluster.startWorker();
		const calls = callsOf('redis', OF_REDIS, RECORDS);
		const round = await playRound(stage, calls, async (post) => {
			await post(calls.slice(0, OF_REDIS / 2));
			await written((OF_REDIS * RECORDS) / 5);
			let later: Promise<void> | undefined;
			await cluster.redis.restart(() => {
				later = post(calls.slice(OF_REDIS / 2));
			});
			await later;
		});
		expectOnce('Redis is killed', round);
	});

	it('runs one execution for longer than a lock holds, and it does not stall', async () => {
		const calls = callsOf('single', 1, OF_LONG_RUN);
		// However fast the machine is, its first answer alone takes as long.
		sandbox.settings.onRequest = async () => {
			if (sandbox.requests.length === 1) await wait(LOCK_DURATION);
		};
		const round = await playRound(stage, calls, (post) => post(calls));
		sandbox.settings.onRequest = () => {};
		expectOnce('One long run', round);
		expect(round.successful).toBe(1);
		expect(round.seconds * 1000).toBeGreaterThanOrEqual(LOCK_DURATION);
	});

	it('starts what the trigger has found once, on workers, though one of them is killed', async () => {
		const { accountId } = sandbox.store.accounts.all()[0]!;
		const polled = await PolledWorkflow.import(cluster.n8n, { event: 'accountLogCreated', accountId });
		await polled.publish();
		addEntries(sandbox, accountId, 'first', 'second');
		await polled.entriesOf(2);
		await cluster.kill(cluster.workers[1]!);
		addEntries(sandbox, accountId, 'third');
		expect(await polled.entriesOf(3)).toEqual([['first', 'second'], ['third']]);
		await polled.unpublish();
	});

	it('ran executions on workers only, on each of them, and none again', async () => {
		const byWorker = await Promise.all(cluster.workers.map(startedBy));
		const started = byWorker.flat();
		expect(new Set(started).size).toBe(started.length);
		const ids = await cluster.postgres.query("SELECT id FROM execution_entity WHERE status = 'success'");
		expect(started).toEqual(expect.arrayContaining(ids.flat()));
		expect(byWorker).not.toContainEqual([]);
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
