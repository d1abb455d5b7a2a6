import { startSandbox, type Sandbox } from '../../service/sandbox';
import { casesOf } from '../../support/cases';
import { addEntries } from '../harness/accountLog';
import { Opened } from '../harness/Opened';
import { untilTrue } from '../harness/until';
import { Cluster } from '../queue/Cluster';
import { DURABLE, DurablePolls, type HeldPoll } from './DurablePolls';

type LetGo = () => void | Promise<void>;

/** How far a poll comes before its process is killed: lets it go on until then, and gives what lets all others go on. */
const KILLS: Array<[when: string, until: (held: HeldPoll, polls: DurablePolls) => Promise<LetGo>]> = [
	['it waits for the answer', async ({ release }) => release],
	['n8n is about to save its state', (held, polls) => polls.untilItWrites('poller_state', held)],
	[
		'n8n has saved its state and is about to save the execution',
		(held, polls) => polls.untilItWrites('execution_data', held),
	],
	[
		'its execution has ended',
		async ({ release }, polls) => {
			const before = (await polls.executions()).length;
			release();
			await untilTrue(async () => {
				const executions = await polls.executions();
				return executions.length > before && executions.every((status) => status === 'success');
			});
			return () => {};
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

	const expectTold = async (ids: string[]): Promise<void> =>
		expect((await polls.workflow.entriesOf(ids.length)).flat().sort()).toEqual([...ids].sort());

	/** Kills the process of a poll, and starts it again. */
	async function killAndRestart(held: HeldPoll, letGo: LetGo): Promise<void> {
		let others: unknown;
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
			const letGo = await KILLS[round % KILLS.length]![1](held, polls);
			await killAndRestart(held, async () => {
				ids.push(...add(RECORDS_PER_ROUND / 2));
				await letGo();
			});
			await expectTold(ids);
			await polls.leasesSettled();
		}
		await polls.eachMainPolls();
		await expectTold(ids);
		expect(new Set(await polls.executions())).toEqual(new Set(['success']));
	});

	it('leaves an execution to retry, if its process is killed before it has queued it', async () => {
		const ids = add(2);
		const held = await polls.holdNext();
		const letGo = await cluster.redis.holdWrites();
		held.release();
		await untilTrue(async () => (await polls.executions()).length > 0);
		await killAndRestart(held, letGo);
		await untilTrue(async () => (await polls.executions()).includes('crashed'));
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
		await expectTold(ids);
		await polls.leasesSettled();
		await polls.eachMainPolls();
		await expectTold(ids);
		expect(await held.by.log()).toContain('the poll no longer holds its lease');
	});
});
