import { startSandbox, type Sandbox } from '../../service/sandbox';
import { casesOf } from '../../support/cases';
import { addEntries } from '../harness/accountLog';
import { Opened } from '../harness/Opened';
import { until } from '../harness/until';
import { Cluster } from '../queue/Cluster';
import { DURABLE, DurablePolls, type HeldPoll } from './DurablePolls';
import { KILLS } from './kills';

/** With `LONG=yes` so often, otherwise each kill once. */
const ROUNDS = casesOf(KILLS.length, 4);
const RECORDS_PER_ROUND = 100;

describe('the durable scheduler of n8n: two mains that poll in turns, one worker', () => {
	let sandbox: Sandbox;
	let cluster: Cluster;
	/** Each test has an account of its own. */
	let accountId: string;
	let polls: DurablePolls;
	const opened = new Opened();

	beforeAll(async () => {
		sandbox = opened.add(await startSandbox());
		cluster = opened.add(await Cluster.start(sandbox, { mains: 2, workers: 1, mainEnv: DURABLE }));
	});

	afterAll(async () => await opened.close());

	let tests = 0;
	/** @param interval seconds from one poll to the next; as usual, if not given */
	async function watch(interval?: number): Promise<void> {
		accountId = sandbox.store.accounts.all()[tests++]!.accountId;
		polls = await DurablePolls.start(sandbox, cluster, accountId, interval);
	}

	afterEach(async () => {
		await polls.workflow.unpublish();
	});

	let added = 0;
	const add = (count: number): string[] => {
		const ids = Array.from({ length: count }, () => `entry-${added++}`);
		addEntries(sandbox, accountId, ...ids);
		return ids;
	};

	const told = async (records: number): Promise<unknown[]> => {
		const batches = await polls.workflow.batchesOf(records);
		return batches.flat().map(({ accountLogId }) => accountLogId);
	};

	const eachMainPolls = async () => {
		await Promise.all(cluster.mains.map(async (main) => await polls.pollsOf(main)));
	};

	/** Kills the process of a poll, and starts it again. */
	async function killAndRestart(held: HeldPoll, letGo: () => Promise<void>): Promise<void> {
		let others: Promise<void> | undefined;
		await held.by.restart('SIGKILL', () => {
			others = letGo();
		});
		await others;
	}

	it(`tells each record once, though its process is killed ${ROUNDS} times in the middle of a poll`, async () => {
		await watch();
		const ids: string[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const holding = polls.holdNext();
			ids.push(...add(RECORDS_PER_ROUND / 2));
			const held = await holding;
			const kill = KILLS[round % KILLS.length]!;
			const letGo = await kill.until(held, { polls, postgres: cluster.postgres });
			await killAndRestart(held, async () => {
				ids.push(...add(RECORDS_PER_ROUND / 2));
				await letGo();
			});
			const when = `killed when ${kill.when}`;
			expect([when, ...(await told(ids.length)).sort()]).toEqual([when, ...[...ids].sort()]);
			await polls.leasesSettled();
		}
		await eachMainPolls();
		expect((await told(ids.length)).sort()).toEqual(ids.sort());
		expect(new Set(await polls.executions())).toEqual(new Set(['success']));
	});

	it('leaves an execution to retry, if its process is killed before it has queued it', async () => {
		await watch();
		const ids = add(2);
		const held = await polls.holdNext();
		const letGo = await cluster.redis.holdWrites();
		held.release();
		await until(async () => (await polls.executions()).length > 0 || undefined);
		await killAndRestart(held, letGo);
		await until(async () => (await polls.executions()).includes('crashed') || undefined);
		await eachMainPolls();
		expect(await polls.executions()).toEqual(['crashed']);
		const retried = await polls.workflow.retryNewest();
		expect(retried.map(({ accountLogId }) => accountLogId).sort()).toEqual(ids);
	});

	it('throws away what a poll has found that lost its lease meanwhile: the next one finds it', async () => {
		await watch();
		const ids = add(10);
		const held = await polls.holdNext();
		await polls.endLeases();
		held.release();
		await told(10);
		await polls.leasesSettled();
		await eachMainPolls();
		expect((await told(10)).sort()).toEqual(ids.sort());
		expect(await held.by.log()).toContain('the poll no longer holds its lease');
	});

	it('writes nothing to the database where there is nothing new', async () => {
		await watch(2);
		add(1);
		await told(1);
		const cursor = await polls.cursor();
		await eachMainPolls();
		expect(await polls.cursor()).toBe(cursor);
	});

	it('goes on where the trigger gets another name', async () => {
		await watch(2);
		const ids = add(2);
		await told(2);
		await polls.workflow.renameTrigger('Renamed');
		ids.push(...add(1));
		expect((await told(3)).sort()).toEqual(ids.sort());
		await eachMainPolls();
		expect((await told(3)).sort()).toEqual(ids.sort());
	});
});
