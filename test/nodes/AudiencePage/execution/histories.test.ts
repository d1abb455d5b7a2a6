/**
 * Deals that are written to a log: attempts end at any item, and the source has other deals when
 * they are made again.
 */
import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { AudiencePage } from '../../../../nodes/AudiencePage/AudiencePage.node';
import { runNode, type NodeRun } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';
import { useVirtualTime } from '../../../support/virtualTime';

// Seconds where nothing else runs: a slow or busy machine has time.
jest.setTimeout(300_000);

const sandbox = useSandbox();
useVirtualTime();

const deal: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'd');
/** A change of the list before an attempt. */
const edit = fc.record({ what: fc.constantFrom('insert', 'remove', 'move'), at: fc.nat(6), deal });
type Edit = typeof edit extends fc.Arbitrary<infer One> ? One : never;
const edits = fc.array(edit, { maxLength: 3 });
const attempt = fc.record({
	edits,
	/** How many entries are written before it ends; all, if there are fewer. */
	writes: fc.nat(5),
	/**
	 * After an error or a stop, n8n goes on with that run; a crash leaves nothing, a stop not what a
	 * run leaves.
	 */
	end: fc.constantFrom('crash', 'stop', 'error'),
});
const history = fc.record({
	/**
	 * How the workflow hands the deals to the node. In a loop they stay as they are: n8n goes on with
	 * the list that it has.
	 */
	way: fc.constantFrom('one run', 'loop'),
	batchSize: fc.integer({ min: 1, max: 3 }),
	deals: fc.array(deal, { minLength: 1, maxLength: 5 }),
	attempts: fc.array(attempt, { maxLength: 3 }),
	/** Before the last attempt, which nothing ends. */
	edits,
});

function edited(deals: string[], edits: Edit[]): string[] {
	const list = [...deals];
	for (const { what, at, deal } of edits) {
		const [taken] =
			what === 'remove' || what === 'move' ? list.splice(at % (list.length || 1), 1) : [deal];
		if (what === 'insert') list.splice(at, 0, deal);
		if (what === 'move' && taken !== undefined) list.push(taken);
	}
	return list;
}

/** The node as n8n runs it once more in an execution. */
function nodeInRun(kept: IDataObject, run: number): AudiencePage {
	return new (class extends AudiencePage {
		override async execute(this: IExecuteFunctions) {
			const proxy = this.getWorkflowDataProxy(0);
			const context = Object.create(this, {
				getContext: { value: () => kept },
				getWorkflowDataProxy: {
					value: () => ({ $execution: proxy.$execution as unknown, $runIndex: run }),
				},
			}) as IExecuteFunctions;
			return await AudiencePage.prototype.execute.call(context);
		}
	})();
}

const countOf = (list: string[], one: string) => list.filter((other) => other === one).length;

let histories = 0;

test('at the end each deal of the last list is written as often as it stands in it', async () => {
	await fc.assert(
		fc.asyncProperty(history, async ({ way, batchSize, deals, attempts, edits }) => {
			const domain = `history-${histories++}.example`;
			const parameters = {
				...{
					resource: 'accountLog',
					operation: 'create',
					domain,
					source: 'crm',
					payload: '={{ $json }}',
				},
				options: { maxConcurrentRequests: 1 },
			};
			const size = way === 'loop' ? batchSize : Infinity;
			const lists: string[][] = [];
			let kept: IDataObject = {};
			let begin = { run: 0, at: 0 };
			let list = deals;
			let last: NodeRun | undefined;

			const lastAttempt = { edits, writes: Infinity, end: 'error' };
			for (const { edits: changes, writes, end } of [...attempts, lastAttempt]) {
				if (way === 'one run') list = edited(list, changes);
				lists.push(list);
				let left = writes;
				const attempt = lists.length;
				last = undefined;
				for (let { run, at } = begin; at < list.length && !last?.error; run++, at += size) {
					const batch = list.slice(at, at + size);
					// Not at a later attempt, if this one has less to send.
					if (left < batch.length)
						sandbox().failNext('unprocessable', {
							when: () => lists.length === attempt && left-- <= 0,
						});
					else left -= batch.length;
					last = await runNode(sandbox(), parameters, {
						executionId: domain,
						items: batch.map((deal) => ({ deal })),
						nodeType: nodeInRun(kept, run),
					});
					begin = { run, at };
				}
				if (end === 'crash') [kept, begin] = [{}, { run: 0, at: 0 }];
				if (end === 'stop') delete kept.failedRuns;
				kept = JSON.parse(JSON.stringify(kept)) as IDataObject;
			}

			const account = sandbox()
				.store.accounts.all()
				.find((one) => one.domain === domain);
			const entries = account ? sandbox().store.accountLogs.of(account.accountId).all() : [];
			const written = entries.map(({ payload }) => (payload as { deal: string }).deal);
			if (last?.error) throw last.error;
			for (const deal of new Set(list)) {
				const least = countOf(list, deal);
				const most = Math.max(...lists.map((one) => countOf(one, deal)));
				const times = countOf(written, deal);
				if (times < least) throw new Error(`${deal} is written ${times} times, not ${least}`);
				if (times > most) throw new Error(`${deal} is written ${times} times, not ${most}`);
			}
		}),
		{ numRuns: 200, seed: 1 },
	);
});
