/** Mixed work on one n8n for some minutes, on a service that fails now and then: is any item or event lost, or memory leaking? */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { FAULT_KINDS } from '../../service/faults/kinds';
import type { AccountLog } from '../../service/records';
import type { RecordedRequest, Sandbox } from '../../service/sandbox';
import { operations } from '../../support/description';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { NODE, START } from '../harness/steps';
import { useN8n } from '../harness/useN8n';
import { PolledWorkflow } from '../trigger/PolledWorkflow';
import { heapAfterCollection, INSPECT, inspectorIn, slopeOf } from './memory';
import { ITEMS, soakWorkflows, watchedAccount } from './operations';

/** `MINUTES=10 npm run test:n8n -- test/n8n/soak` for more. */
const MINUTES = Number(process.env.MINUTES ?? 2);
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

type Counts = Map<string, number>;
const countIn = (counts: Counts, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

/** Counts the faults of the requests that have ended, and forgets these: a soak has too many to keep. */
function takeFaults(requests: RecordedRequest[], faults: Counts): void {
	const isOpen = ({ endedAt }: RecordedRequest) => endedAt === undefined;
	for (const request of requests) if (!isOpen(request) && request.fault) countIn(faults, request.fault);
	requests.splice(0, requests.length, ...requests.filter(isOpen));
}

/** Waits until the trigger has told of as many entries as were written, and holds the two against each other. */
async function deliveries(watch: PolledWorkflow, sandbox: Sandbox): Promise<string[]> {
	const entries = sandbox.store.accountLogs.of(watchedAccount(sandbox)).all();
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

let sandbox: Sandbox;
let n8n: RealN8n;

useN8n((both) => ({ sandbox, n8n } = both), {}, { env: { NODE_OPTIONS: INSPECT } });

it(`${MINUTES} minutes of mixed work lose no item and no event, and leave nothing in memory`, async () => {
	const log = join(n8n.userFolder, 'n8n.log');
	const inspector = inspectorIn(await readFile(log, 'utf8'));
	const work: Array<[name: string, workflow: StoredWorkflow]> = [];
	for (const [name, file] of soakWorkflows(sandbox)) work.push([name, await n8n.importWorkflow(file)]);
	const accountId = watchedAccount(sandbox);
	const watch = await PolledWorkflow.import(n8n, { event: 'accountLogCreated', accountId, startFrom: 'now' });
	await watch.publish();

	/** How often each operation was run, and each fault was met. */
	const runs: Counts = new Map();
	const faults: Counts = new Map();
	/** What is not as it should be. */
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

	const chances = Object.fromEntries(FAULT_KINDS.map((kind) => [kind, FAULTS / FAULT_KINDS.length]));
	Object.assign(sandbox.settings.faults, { chances, redirectTo: sandbox.url });
	const end = Date.now() + MINUTES * 60_000;
	/** What n8n's heap held after so many runs, in KB. */
	const heap: Array<[runs: number, kilobytes: number]> = [];
	while (Date.now() < end || heap.length < FEWEST_SAMPLES) {
		await runAll();
		heap.push([work.length * (heap.length + 1), await heapAfterCollection(inspector)]);
		takeFaults(sandbox.requests, faults);
		await watch.batches();
	}
	sandbox.settings.faults.chances = {};
	findings.push(...(await deliveries(watch, sandbox)));
	takeFaults(sandbox.requests, faults);
	const heapPerRun = slopeOf(heap.slice(Math.ceil(heap.length / 3)));
	const lines = (await readFile(log, 'utf8')).split('\n');
	findings.push(...lines.filter((line) => /unhandled|uncaught|\berror\b/i.test(line))); // nobody has dealt with it

	process.stdout.write(`\n${inspect({ runs, faults, itemsFailed, heap, heapPerRun, findings })}\n\n`);
	expect(findings).toEqual([]);
	expect(heapPerRun).toBeLessThanOrEqual(MOST_GROWTH);
	expect([...runs.keys()].sort()).toEqual(operations.map(({ name }) => name).sort());
	expect(faults.size).toBeGreaterThan(0);
});
