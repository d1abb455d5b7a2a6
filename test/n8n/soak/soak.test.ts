/** Mixed work on one n8n for some minutes, on a service that fails now and then: is any item or event lost, or memory leaking? */
import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import { FAULT_KINDS } from '../../service/faults';
import type { AccountLog } from '../../service/records';
import type { Sandbox } from '../../service/sandbox';
import { operations } from '../../support/description';
import { ID_EXPRESSIONS, runnable, type Runnable } from '../../support/everyOperation';
import { linkedItems } from '../../support/itemLinks';
import { nth } from '../../support/records';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { audiencePage, itemsInto, NODE, START } from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import { PolledWorkflow } from '../trigger/PolledWorkflow';
import { heapAfterCollection, INSPECT, inspectorIn, slopeOf } from './memory';

/** `MINUTES=10 npm run test:n8n -- test/n8n/soak` for more. */
const MINUTES = Number(process.env.MINUTES ?? 2);
/** Items that each run of an operation is given. */
const ITEMS = 30;
/** A request that meets silence is given up after so long, in milliseconds. */
const TIMEOUT = 5000;
/** Share of requests that meet a fault, all kinds alike. */
const FAULTS = 0.01;
const RUNS_AT_ONCE = 3;
/** As many as make a line; a third of them is the warm-up. */
const FEWEST_SAMPLES = 9;
/**
 * In KB a run. n8n grows by 1 or 2 with its own nodes alone; a node that kept its output would grow by 40. The shorter
 * the time, the less is known of what a collection happens to leave.
 */
const MOST_GROWTH = MINUTES < 5 ? 20 : 5;

/** In whatever a write sends: by run and item. */
const MARK = '=soak-{{ $execution.id }}-{{ $json.n }}';

type Counts = Map<string, number>;
const countIn = (counts: Counts, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

let sandbox: Sandbox;
let n8n: RealN8n;

useN8n((both) => ({ sandbox, n8n } = both), { env: { NODE_OPTIONS: INSPECT } });

/** An operation with the IDs of each item; what it writes can be found, in one account and one page. */
function parametersOf({ parametersFor, itsCase }: Runnable, accountId: string): INodeParameters {
	const { pageId } = nth(sandbox.store.pages.all(), 3);
	const marked = itsCase.marked?.(MARK, { accountId, pageId });
	return { ...parametersFor(ID_EXPRESSIONS), ...marked, options: { timeout: TIMEOUT } };
}

/** Waits until the trigger has told of as many entries as were written, and holds the two against each other. */
async function deliveries(watch: PolledWorkflow, accountId: string): Promise<string[]> {
	const entries = sandbox.store.accountLogs.of(accountId).all();
	const isMarked = ({ payload }: AccountLog) => String(payload.mark).startsWith('soak-');
	const written = entries.filter(isMarked).map(({ accountLogId }) => accountLogId);
	expect(written).not.toEqual([]);
	const batches = await watch.batchesOf(written.length).catch(() => watch.batches());
	const times: Counts = new Map();
	for (const { accountLogId } of batches.flat()) countIn(times, accountLogId as string);
	return written
		.filter((id) => times.get(id) !== 1)
		.map((id) => `The trigger has told ${times.get(id) ?? 0} times of ${id}`);
}

it(`${MINUTES} minutes of mixed work lose no item and no event, and leave nothing in memory`, async () => {
	const inspector = inspectorIn(await n8n.log());
	const { accountId } = nth(sandbox.store.accounts.all(), 1);
	const linked = linkedItems(sandbox);
	const items = Array.from({ length: ITEMS }, (_, n) => ({ ...linked[n % linked.length], n, query: '' }));
	const work: Array<[name: string, workflow: StoredWorkflow]> = [];
	for (const operation of runnable) {
		const step = audiencePage(parametersOf(operation, accountId), { onError: 'continueErrorOutput' });
		work.push([operation.name, await n8n.importWorkflow(itemsInto(items, step))]);
	}
	const watch = await PolledWorkflow.import(n8n, { event: 'accountLogCreated', accountId, startFrom: 'now' });
	await watch.publish();

	const runs: Counts = new Map();
	const faults: Counts = new Map();
	const findings: string[] = [];
	let itemsFailed = 0;
	const note = (name: string, run: Run) => {
		countIn(runs, name);
		const [done = [], failed = []] = run.node(NODE).outputs;
		itemsFailed += failed.length;
		const told = new Set([...done, ...failed].map(({ pairedItem }) => (pairedItem as { item: number }).item));
		if (run.status !== 'success' || told.size !== ITEMS)
			findings.push(`${name}: run ${run.id} is ${run.status}, and tells of ${told.size} items`);
	};
	const runAll = async () => {
		const left = work.values();
		const runNext = async () => {
			for (const [name, workflow] of left) note(name, await n8n.run(workflow, START));
		};
		await Promise.all(Array.from({ length: RUNS_AT_ONCE }, runNext));
	};
	/** Counts the faults of the requests that have ended, and forgets these: a soak has too many to keep. */
	const takeFaults = () => {
		const open = sandbox.requests.filter(({ endedAt }) => endedAt === undefined);
		for (const { endedAt, fault } of sandbox.requests)
			if (endedAt !== undefined && fault !== undefined) countIn(faults, fault);
		sandbox.requests.splice(0, sandbox.requests.length, ...open);
	};

	const chances = Object.fromEntries(FAULT_KINDS.map((kind) => [kind, FAULTS / FAULT_KINDS.length]));
	Object.assign(sandbox.settings.faults, { chances, redirectTo: sandbox.url });
	const end = Date.now() + MINUTES * 60_000;
	/** What n8n's heap held after so many runs, in KB. */
	const heap: Array<[runs: number, kilobytes: number]> = [];
	while (Date.now() < end || heap.length < FEWEST_SAMPLES) {
		await runAll();
		heap.push([work.length * (heap.length + 1), await heapAfterCollection(inspector)]);
		takeFaults();
		await watch.batches();
	}
	sandbox.settings.faults.chances = {};
	findings.push(...(await deliveries(watch, accountId)));
	takeFaults();
	const heapPerRun = slopeOf(heap.slice(Math.ceil(heap.length / 3)));
	const lines = (await n8n.log()).split('\n');
	findings.push(...lines.filter((line) => /unhandled|uncaught|\berror\b/i.test(line))); // nobody has dealt with it

	process.stdout.write(`\n${inspect({ runs, faults, itemsFailed, heap, heapPerRun, findings })}\n\n`);
	expect(findings).toEqual([]);
	expect(heapPerRun).toBeLessThanOrEqual(MOST_GROWTH);
	expect([...runs.keys()].sort()).toEqual(operations.map(({ name }) => name).sort());
	expect(faults.size).toBeGreaterThan(0);
});
