/** Mixed work on one n8n for some minutes, on a service that fails now and then: is any item or event lost, or memory leaking? */
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import { FAULT_KINDS } from '../../service/faults';
import type { Sandbox } from '../../service/sandbox';
import { ID_EXPRESSIONS, runnable, type Runnable } from '../../support/everyOperation';
import { linkedItems } from '../../support/itemLinks';
import { nth } from '../../support/records';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { audiencePage, itemsInto, NODE, START } from '../harness/steps';
import { forEach } from '../harness/until';
import { useN8n } from '../harness/useN8n';
import { PolledWorkflow } from '../trigger/PolledWorkflow';

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

let sandbox: Sandbox;
let n8n: RealN8n;

// Node opens its inspector at some free port, and prints where.
useN8n((both) => ({ sandbox, n8n } = both), { env: { NODE_OPTIONS: '--inspect=127.0.0.1:0' } });

/** Collects n8n's garbage some times, each with time to finish what the one before has left; the least that is left, in KB. */
async function heapAfterCollection(): Promise<number> {
	const [, inspector = ''] = /^Debugger listening on (\S+)$/m.exec(await n8n.log()) ?? [];
	const socket = new WebSocket(inspector);
	/** One question at a time: the next message is its answer. */
	const ask = async (method: string) =>
		await new Promise<{ usedSize?: number }>((resolve, reject) => {
			socket.onmessage = ({ data }) =>
				resolve((JSON.parse(String(data)) as { result: { usedSize?: number } }).result);
			socket.onclose = () => reject(new Error(`The inspector went away instead of ${method}`));
			socket.send(JSON.stringify({ id: 1, method }));
		});
	await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }));
	try {
		let least = Infinity;
		for (let collection = 0; collection < 3; collection++) {
			await wait(200);
			await ask('HeapProfiler.collectGarbage');
			const { usedSize = NaN } = await ask('Runtime.getHeapUsage');
			least = Math.min(least, usedSize);
		}
		return Math.round(least / 1024);
	} finally {
		socket.onclose = null;
		socket.close();
	}
}

/**
 * By how much a value grows from one to the next: the median of the slopes between all of them, because a poll that is
 * under way at two or three of them (some MB) says nothing of the others.
 */
function slopeOf(values: number[]): number {
	const slopes = values.flatMap((value, index) =>
		values.slice(index + 1).map((later, distance) => (later - value) / (distance + 1)),
	);
	return slopes.sort((one, other) => one - other)[Math.floor(slopes.length / 2)]!;
}

/** An operation with the IDs of each item; what it writes can be found, in one account and one page. */
function parametersOf({ parametersFor, itsCase }: Runnable, accountId: string): INodeParameters {
	const { pageId } = nth(sandbox.store.pages.all(), 3);
	const marked = itsCase.marked?.(MARK, { accountId, pageId });
	return { ...parametersFor(ID_EXPRESSIONS), ...marked, options: { timeout: TIMEOUT } };
}

/** Waits until the trigger has told of as many entries as were written, and says which it has not told of once. */
async function notToldOnce(watch: PolledWorkflow, accountId: string): Promise<string[]> {
	const entries = sandbox.store.accountLogs.of(accountId).all();
	const written = entries.filter(({ payload }) => String(payload.mark).startsWith('soak-'));
	expect(written).not.toEqual([]);
	const told = (await watch.entriesOf(written.length).catch(() => watch.entriesOf(0))).flat();
	return written
		.map(({ accountLogId }) => accountLogId)
		.filter((id) => told.filter((one) => one === id).length !== 1)
		.map((id) => `The trigger has not told once of ${id}`);
}

it(`${MINUTES} minutes of mixed work lose no item and no event, and leave nothing in memory`, async () => {
	const { accountId } = nth(sandbox.store.accounts.all(), 1);
	const linked = linkedItems(sandbox);
	const items = Array.from({ length: ITEMS }, (_, n) => ({ ...linked[n % linked.length], n, query: '' }));
	const work = new Map<string, StoredWorkflow>();
	for (const operation of runnable) {
		const step = audiencePage(parametersOf(operation, accountId), { onError: 'continueErrorOutput' });
		work.set(operation.name, await n8n.importWorkflow(itemsInto(items, step)));
	}
	const watch = await PolledWorkflow.import(n8n, { event: 'accountLogCreated', accountId, startFrom: 'now' });
	await watch.publish();

	const findings: string[] = [];
	let faults = 0;
	let itemsFailed = 0;
	const note = (name: string, run: Run) => {
		const [done = [], failed = []] = run.node(NODE).outputs;
		itemsFailed += failed.length;
		const told = new Set([...done, ...failed].map(({ pairedItem }) => (pairedItem as { item: number }).item));
		if (run.status !== 'success' || told.size !== ITEMS)
			findings.push(`${name}: run ${run.id} is ${run.status}, and tells of ${told.size} items`);
	};

	const chances = Object.fromEntries(FAULT_KINDS.map((kind) => [kind, FAULTS / FAULT_KINDS.length]));
	Object.assign(sandbox.settings.faults, { chances, redirectTo: sandbox.url });
	const end = Date.now() + MINUTES * 60_000;
	/** What n8n's heap held after each round of all operations, in KB. */
	const heap: number[] = [];
	while (Date.now() < end || heap.length < FEWEST_SAMPLES) {
		await forEach(work, RUNS_AT_ONCE, async ([name, workflow]) =>
			note(name, await n8n.client.runManually(workflow, START)),
		);
		heap.push(await heapAfterCollection());
		faults += sandbox.requests.filter(({ fault }) => fault !== undefined).length;
		sandbox.requests.length = 0; // a soak has too many to keep
		await watch.batches();
	}
	sandbox.settings.faults.chances = {};
	findings.push(...(await notToldOnce(watch, accountId)));
	const heapPerRun = slopeOf(heap.slice(Math.ceil(heap.length / 3))) / work.size;
	const lines = (await n8n.log()).split('\n');
	findings.push(...lines.filter((line) => /unhandled|uncaught|\berror\b/i.test(line))); // nobody has dealt with it

	process.stdout.write(
		`\n${inspect({ rounds: heap.length, faults, itemsFailed, heap, heapPerRun, findings })}\n\n`,
	);
	expect(findings).toEqual([]);
	expect(heapPerRun).toBeLessThanOrEqual(MOST_GROWTH);
	expect(faults).toBeGreaterThan(0);
});
