/**
 * Mixed work on one n8n for some minutes, on a service that fails now and then: is any item or
 * event lost, or memory leaking?
 */
import { inspect } from 'node:util';
import { FAULT_KINDS } from '../../service/faults';
import type { Sandbox } from '../../service/sandbox';
import { ID_EXPRESSIONS, runnable } from '../../support/everyOperation';
import { linkedItems } from '../../support/itemLinks';
import { nth } from '../../support/records';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { audiencePage, itemsInto, NODE, START } from '../harness/steps';
import { forEach } from '../harness/until';
import { useN8n } from '../harness/useN8n';
import { PolledWorkflow } from '../trigger/PolledWorkflow';

/** `MINUTES=10 npm run test:n8n -- test/n8n/soak` for more. */
const MINUTES = Number(process.env.MINUTES ?? 2);
/** Items that each run of an operation is given. */
const ITEMS = 30;
/** Share of requests that meet a fault, all kinds alike. */
const FAULTS = 0.01;
const RUNS_AT_ONCE = 3;
/** Rounds of all operations: a third of them is the warm-up. */
const FEWEST_ROUNDS = 9;
/**
 * In KB a run. n8n grows by 1 or 2 with its own nodes alone; a node that kept its output would grow
 * by 40.
 */
const MOST_GROWTH = 20;

/** In whatever a write sends: by run and item. */
const MARK = '=soak-{{ $execution.id }}-{{ $json.n }}';

let sandbox: Sandbox;
let n8n: RealN8n;

// Node opens its inspector at some free port, and prints where.
useN8n((both) => ({ sandbox, n8n } = both), { env: { NODE_OPTIONS: '--inspect=127.0.0.1:0' } });

/** What n8n's heap holds after its garbage was collected, in KB. */
async function heapAfterCollection(): Promise<number> {
	const [, inspector = ''] = /^Debugger listening on (\S+)$/m.exec(await n8n.log()) ?? [];
	const socket = new WebSocket(inspector);
	const next = async () =>
		await new Promise<{ data?: unknown }>((resolve, reject) =>
			Object.assign(socket, { onopen: resolve, onmessage: resolve, onerror: reject }),
		);
	await next();
	let answer = '{}';
	for (const method of ['collectGarbage', 'collectGarbage', 'getHeapUsage']) {
		const domain = method === 'getHeapUsage' ? 'Runtime' : 'HeapProfiler';
		socket.send(JSON.stringify({ id: 1, method: `${domain}.${method}` }));
		answer = String((await next()).data);
	}
	socket.close();
	return Math.round(
		(JSON.parse(answer) as { result: { usedSize: number } }).result.usedSize / 1024,
	);
}

it(`${MINUTES} minutes of mixed work lose no item and no event, and leave nothing in memory`, async () => {
	const { accountId } = nth(sandbox.store.accounts.all(), 1);
	const { pageId } = nth(sandbox.store.pages.all(), 3);
	const linked = linkedItems(sandbox);
	const items = Array.from({ length: ITEMS }, (_, n) => ({
		...linked[n % linked.length],
		n,
		query: '',
	}));
	const work = new Map<string, StoredWorkflow>();
	for (const { name, parametersFor, itsCase } of runnable) {
		const marked = itsCase.marked?.(MARK, { accountId, pageId }); // in one account and one page
		const parameters = { ...parametersFor(ID_EXPRESSIONS), ...marked };
		const step = audiencePage(parameters, { onError: 'continueErrorOutput' });
		work.set(name, await n8n.importWorkflow(itemsInto(items, step)));
	}
	const watch = await PolledWorkflow.import(n8n, {
		event: 'accountLogCreated',
		accountId,
		startFrom: 'now',
	});
	await watch.publish();

	const findings: string[] = [];
	// Without those that a run waits a minute for.
	const kinds = FAULT_KINDS.filter((kind) => !kind.startsWith('silence'));
	const chances = Object.fromEntries(kinds.map((kind) => [kind, FAULTS / kinds.length]));
	Object.assign(sandbox.settings.faults, { chances, redirectTo: sandbox.url });
	const end = Date.now() + MINUTES * 60_000;
	let faults = 0;
	/** After each round. */
	const heap: number[] = [];
	while (Date.now() < end || heap.length < FEWEST_ROUNDS) {
		await forEach(work, RUNS_AT_ONCE, async ([name, workflow]) => {
			const run = await n8n.client.runManually(workflow, START);
			const outputs = run.node(NODE).outputs.flat();
			const told = new Set(outputs.map(({ pairedItem }) => (pairedItem as { item: number }).item));
			if (run.status !== 'success' || told.size !== ITEMS)
				findings.push(`${name}: run ${run.id} is ${run.status}, and tells of ${told.size} items`);
		});
		heap.push(await heapAfterCollection());
		faults += sandbox.requests.filter(({ fault }) => fault !== undefined).length;
		sandbox.requests.length = 0; // a soak has too many to keep
		await watch.batches();
	}
	sandbox.settings.faults.chances = {};

	const entries = sandbox.store.accountLogs.of(accountId).all();
	const written = entries.filter(({ payload }) => String(payload.mark).startsWith('soak-'));
	expect(written).not.toEqual([]);
	const told = (await watch.entriesOf(written.length)).flat();
	expect(told.sort()).toEqual(written.map(({ accountLogId }) => accountLogId).sort());
	const lines = (await n8n.log()).split('\n');
	findings.push(...lines.filter((line) => /unhandled|uncaught|\berror\b/i.test(line))); // nobody has dealt with it

	// The least of the second and of the last third: a poll that is under way at one of them is some
	// MB.
	const third = Math.floor(heap.length / 3);
	const growth = Math.min(...heap.slice(-third)) - Math.min(...heap.slice(third, 2 * third));
	const heapPerRun = growth / (third * work.size);
	process.stdout.write(
		`\n${inspect({ rounds: heap.length, faults, heap, heapPerRun, findings })}\n\n`,
	);
	expect(findings).toEqual([]);
	expect(heapPerRun).toBeLessThanOrEqual(MOST_GROWTH);
	expect(faults).toBeGreaterThan(0);
});
