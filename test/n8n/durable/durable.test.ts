import { startSandbox, type Sandbox } from '../../service/sandbox';
import { casesOf } from '../../support/cases';
import { addEntries } from '../harness/accountLog';
import { Opened } from '../harness/Opened';
import { until } from '../harness/until';
import { Cluster } from '../queue/Cluster';
import { DURABLE, DurablePolls, type HeldPoll } from './DurablePolls';

type LetGo = () => Promise<void>;

/** How far a poll comes before its process is killed: lets it go on until then, and gives what lets all others go on. */
const KILLS: Array<[when: string, until: (held: HeldPoll, polls: DurablePolls) => Promise<LetGo>]> = [
	[
		'it waits for the answer',
		async ({ release }) =>
			async () =>
				release(),
	],
	['n8n is about to save its state', async (held, polls) => await polls.untilItWrites('poller_state', held)],
	[
		'n8n has saved its state and is about to save the execution',
		async (held, polls) => await polls.untilItWrites('execution_data', held),
	],
	[
		'its execution has ended',
		async ({ release }, polls) => {
			const before = (await polls.executions()).length;
			release();
			await until(async () => {
				const executions = await polls.executions();
				const isOver = executions.every((status) => status === 'success');
				return (executions.length > before && isOver) || undefined;
			});
			return async () => {};
		},
	],
];

/** With `LONG=yes` more often, otherwise each kill once. */
const ROUNDS = casesOf(KILLS.length, 5);
const RECORDS_PER_ROUND = 100;

describe('the durable scheduler of n8n: two mains that poll in turns, one worker', () => {
	let sandbox: Sandbox;
	let cluster: Cluster;
	let accountId: string;
	let polls: DurablePolls;
	let tests = 0;
	let added = 0;
	const opened = new Opened();

	beforeAll(async () => {
		sandbox = opened.add(await startSandbox());
		cluster = opened.add(await Cluster.start(sandbox, { mains: 2, workers: 1, mainEnv: DURABLE }));
	});

	afterAll(async () => await opened.close());

	beforeEach(async () => {
		({ accountId } = sandbox.store.accounts.all()[tests++]!);
		polls = await DurablePolls.start(sandbox, cluster, accountId);
	});

	afterEach(async () => await polls.workflow.unpublish());

	const add = (count: number): string[] => {
		const ids = Array.from({ length: count }, () => `entry-${added++}`);
		addEntries(sandbox, accountId, ...ids);
		return ids;
	};

	const told = async (records: number): Promise<unknown[]> => {
		const batches = await polls.workflow.batchesOf(records);
		return batches
			.flat()
			.map(({ accountLogId }) => accountLogId)
			.sort();
	};

	/** Kills the process of a poll, and starts it again. */
	async function killAndRestart(held: HeldPoll, letGo: LetGo): Promise<void> {
		let others: Promise<void> | undefined;
		await held.by.restart('SIGKILL', () => {
			others = letGo();
		});
		await others;
	}

	it(`tells each record once, though its process is killed ${ROUNDS} times in the middle of a poll`, async () => {
		const ids: string[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const holding = polls.holdNext();
			ids.push(...add(RECORDS_PER_ROUND / 2));
			const held = await holding;
			const [when, untilKilled] = KILLS[round % KILLS.length]!;
			const letGo = await untilKilled(held, polls);
			await killAndRestart(held, async () => {
				ids.push(...add(RECORDS_PER_ROUND / 2));
				await letGo();
			});
			expect([when, ...(await told(ids.length))]).toEqual([when, ...[...ids].sort()]);
			await polls.leasesSettled();
		}
		await polls.eachMainPolls();
		expect(await told(ids.length)).toEqual(ids.sort());
		expect(new Set(await polls.executions())).toEqual(new Set(['success']));
	});

	it('leaves an execution to retry, if its process is killed before it has queued it', async () => {
		const ids = add(2);
		const held = await polls.holdNext();
		const letGo = await cluster.redis.holdWrites();
		held.release();
		await until(async () => (await polls.executions()).length > 0 || undefined);
		await killAndRestart(held, letGo);
		await until(async () => (await polls.executions()).includes('crashed') || undefined);
		await polls.eachMainPolls();
		expect(await polls.executions()).toEqual(['crashed']);
		const retried = await polls.workflow.retryNewest();
		expect(retried.map(({ accountLogId }) => accountLogId).sort()).toEqual(ids.sort());
	});

	it('throws away what a poll has found that lost its lease meanwhile: the next one finds it', async () => {
		const ids = add(10);
		const held = await polls.holdNext();
		await polls.endLeases();
		held.release();
		await told(10);
		await polls.leasesSettled();
		await polls.eachMainPolls();
		expect(await told(10)).toEqual(ids.sort());
		expect(await held.by.log()).toContain('the poll no longer holds its lease');
	});
});
