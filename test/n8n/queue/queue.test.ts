import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../service/sandbox';
import { isToBeKept, keepMeasured } from '../../support/measured';
import { cellsOf, table } from '../../support/table';
import { addEntries } from '../harness/accountLog';
import { Opened } from '../harness/Opened';
import { filesWith } from '../harness/places';
import { until } from '../harness/until';
import { PolledWorkflow } from '../trigger/PolledWorkflow';
import { callsOf, idOf, writingWorkflow } from './calls';
import { Cluster, CONCURRENCY, LOCK_DURATION, type Worker } from './Cluster';
import { playRound, roundRows, type Round, type Stage } from './round';

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
		const rows = roundRows(rounds);
		process.stdout.write(`\n${table(cellsOf(rows))}\n`);
		if (isToBeKept) await keepMeasured('queue', rows);
	});

	const written = (count: number) => until(() => sandbox.requests.length >= count || undefined);

	/** Each call waits from now on for its 60th record, which has another of its domain after it: it cannot end. */
	const holdCalls = () => {
		const held: string[] = [];
		let release = () => {};
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		sandbox.settings.onRequest = async (request) => {
			const id = idOf(request);
			if (!id.endsWith('-59')) return;
			held.push(id);
			await released;
		};
		return {
			held,
			release: () => {
				sandbox.settings.onRequest = () => {};
				release();
			},
		};
	};

	const startedBy = async (workers: Worker[]): Promise<string[]> =>
		(await Promise.all(workers.map((worker) => worker.startedExecutions()))).flat();

	it('writes the records of 200 calls once, though a worker is killed in the middle', async () => {
		const victim = cluster.workers[0]!;
		const calls = callsOf('killed', 200, 100);
		const round = await playRound(stage, calls, async (post) => {
			const posted = post(calls);
			await written(5000);
			const { held, release } = holdCalls();
			await until(() => held.length === cluster.workers.length * CONCURRENCY || undefined);
			await victim.kill();
			release();
			await posted;
		});
		rounds.set('A worker is killed', round);

		expect(round).toMatchObject({ incomplete: [], twice: [], notOnce: [] });
		expect(round.successful + round.failed.length).toBe(200 - round.refused);
		// What it had under way is shown as failed, and nothing else; nobody else has begun it.
		expect(round.failed).toHaveLength(CONCURRENCY);
		const others = cluster.workers.filter((worker) => worker !== victim);
		expect((await startedBy(others)).filter((id) => round.failed.includes(id))).toEqual([]);
	});

	it('writes the records of 50 calls once, though Redis is killed and started again', async () => {
		await cluster.startWorker();
		const calls = callsOf('redis', 50, 100);
		const round = await playRound(stage, calls, async (post) => {
			await post(calls.slice(0, 30));
			await written(1000);
			let later: Promise<void> | undefined;
			await cluster.redis.restart(() => {
				later = post(calls.slice(30));
			});
			await later;
		});
		rounds.set('Redis is killed', round);

		expect(round).toMatchObject({ incomplete: [], twice: [], notOnce: [] });
		expect(round.successful + round.failed.length).toBe(50 - round.refused);
	});

	it('runs 20,000 records as one execution, longer than a lock holds, and it does not stall', async () => {
		const calls = callsOf('single', 1, 20_000);
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
		const accountId = sandbox.store.accounts.all()[0]!.accountId;
		const add = (...ids: string[]) => addEntries(sandbox, accountId, ...ids);
		const parameters = { event: 'accountLogCreated', accountId, startFrom: 'now', options: {} };
		const polled = await PolledWorkflow.import(cluster.n8n, parameters);
		await polled.publish();

		add('first', 'second');
		await polled.batchesOf(2);
		await cluster.workers[1]!.kill();
		add('third');
		await polled.batchesOf(3);
		add('fourth');
		const batches = await polled.batchesOf(4);
		await polled.unpublish();
		expect(batches.map((items) => items.map((item) => item.accountLogId))).toEqual([
			['first', 'second'],
			['third'],
			['fourth'],
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
		expect(await filesWith(sandbox.apiKey, cluster.redis.folder)).toEqual([]);
		for (const { userFolder } of cluster.workers) {
			expect(await filesWith('Worker started', userFolder)).toEqual(['n8n.log']);
			expect(await filesWith(sandbox.apiKey, userFolder)).toEqual([]);
		}
		const { userFolder } = cluster.n8n;
		expect(await filesWith('Enqueued execution', userFolder)).toContain('n8n.log');
		expect(await filesWith(sandbox.apiKey, userFolder)).toEqual([]);
	});
});
