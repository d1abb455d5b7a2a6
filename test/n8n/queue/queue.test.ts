import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../service/sandbox';
import { isToBeKept, keepMeasured } from '../../support/measured';
import { addEntries } from '../harness/accountLog';
import { Opened } from '../harness/Opened';
import { filesWith } from '../harness/places';
import { until } from '../harness/until';
import { PolledWorkflow } from '../trigger/PolledWorkflow';
import { Cluster, CONCURRENCY, LOCK_DURATION, startedBy } from './Cluster';
import { callsOf, idOf, playRound, roundRows, writingWorkflow, type Round, type Stage } from './round';

/** How many calls are posted while a worker, and while Redis is killed, and how many records one long run writes. */
const [OF_WORKER, OF_REDIS, OF_LONG_RUN] = isToBeKept ? [200, 50, 20_000] : [60, 20, 2_000];
const RECORDS = 100;

describe('queue mode: n8n main, two workers, Redis and PostgreSQL', () => {
	let sandbox: Sandbox;
	let cluster: Cluster;
	let stage: Stage;
	const opened = new Opened();
	const rounds = new Map<string, Round>();

	beforeAll(async () => {
		sandbox = opened.add(await startSandbox({ apiKey: 'key-that-stays-secret' }));
		cluster = opened.add(await Cluster.start(sandbox));
		const workflow = await cluster.n8n.importWorkflow(writingWorkflow());
		await cluster.n8n.client.publish(workflow);
		stage = { sandbox, cluster, workflow };
	});

	afterAll(async () => {
		await opened.close();
		if (isToBeKept) await keepMeasured('queue', roundRows(rounds));
	});

	const written = (count: number) => until(() => sandbox.requests.length >= count || undefined);

	/** Each call waits from now on for its 60th record, which has another of its domain after it: it cannot end. */
	const holdCalls = () => {
		const held: string[] = [];
		let letGo = () => {};
		const released = new Promise<void>((resolve) => {
			letGo = resolve;
		});
		sandbox.settings.onRequest = async (request) => {
			const id = idOf(request);
			if (!id.endsWith('-59')) return;
			held.push(id);
			await released;
		};
		const release = () => {
			sandbox.settings.onRequest = () => {};
			letGo();
		};
		return { held, release };
	};

	it('writes the records of all calls once, though a worker is killed in the middle', async () => {
		const victim = cluster.workers[0]!;
		const calls = callsOf('killed', OF_WORKER, RECORDS);
		const round = await playRound(stage, calls, async (post) => {
			const posted = post(calls);
			await written((OF_WORKER * RECORDS) / 4);
			const { held, release } = holdCalls();
			await until(() => held.length === cluster.workers.length * CONCURRENCY || undefined);
			await cluster.kill(victim);
			release();
			await posted;
		});
		rounds.set('A worker is killed', round);

		expect(round).toMatchObject({ incomplete: [], twice: [], notOnce: [] });
		expect(round.successful + round.failed.length).toBe(OF_WORKER - round.refused);
		// What it had under way is shown as failed, and nothing else; nobody else has begun it.
		expect(round.failed).toHaveLength(CONCURRENCY);
		const others = cluster.workers.filter((worker) => worker !== victim);
		expect((await startedBy(others)).filter((id) => round.failed.includes(id))).toEqual([]);
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
		rounds.set('Redis is killed', round);

		expect(round).toMatchObject({ incomplete: [], twice: [], notOnce: [] });
		expect(round.successful + round.failed.length).toBe(OF_REDIS - round.refused);
	});

	it('runs one execution for longer than a lock holds, and it does not stall', async () => {
		const calls = callsOf('single', 1, OF_LONG_RUN);
		// However fast the machine is, its first answer alone takes as long.
		sandbox.settings.onRequest = async () => {
			if (sandbox.requests.length === 1) await wait(LOCK_DURATION);
		};
		const round = await playRound(stage, calls, (post) => post(calls));
		sandbox.settings.onRequest = () => {};
		rounds.set('One long run', round);

		expect(round).toMatchObject({ successful: 1, failed: [], incomplete: [], twice: [] });
		expect(round.seconds * 1000).toBeGreaterThanOrEqual(LOCK_DURATION);
	});

	it('starts what the trigger has found once, on workers, though one of them is killed', async () => {
		const { accountId } = sandbox.store.accounts.all()[0]!;
		const polled = await PolledWorkflow.import(cluster.n8n, { event: 'accountLogCreated', accountId });
		await polled.publish();
		addEntries(sandbox, accountId, 'first', 'second');
		await polled.batchesOf(2);
		await cluster.kill(cluster.workers[1]!);
		addEntries(sandbox, accountId, 'third');
		const batches = await polled.batchesOf(3);
		await polled.unpublish();
		expect(batches.map((items) => items.map((item) => item.accountLogId))).toEqual([
			['first', 'second'],
			['third'],
		]);
	});

	it('ran executions on workers only, on each of them, and none again', async () => {
		const started = await startedBy(cluster.workers);
		expect(new Set(started).size).toBe(started.length);
		const ids = await cluster.postgres.query("SELECT id FROM execution_entity WHERE status = 'success'");
		expect(started).toEqual(expect.arrayContaining(ids.flat()));
		for (const worker of cluster.workers) expect(await startedBy([worker])).not.toEqual([]);
	});

	it('leaves the API key nowhere: not in the database, not in Redis, not in a log', async () => {
		const dump = await cluster.postgres.dump();
		expect(dump).toContain('queue-1.example');
		expect(dump).not.toContain(sandbox.apiKey);
		expect(await filesWith('executionId', cluster.redis.folder)).not.toEqual([]);
		const { redis, n8n, workers } = cluster;
		const folders = [redis.folder, n8n.userFolder, ...workers.map(({ userFolder }) => userFolder)];
		for (const folder of folders)
			expect([folder, ...(await filesWith(sandbox.apiKey, folder))]).toEqual([folder]);
	});
});
