/** Mixed work on one n8n for some minutes, on a service that fails now and then: is any item or event lost, or memory leaking? */
import { readFile } from 'node:fs/promises';
import getPort from 'get-port';
import { FAULT_KINDS } from '../../service/faults/kinds';
import { startSandbox, type RecordedRequest, type Sandbox } from '../../service/sandbox';
import type { StoredWorkflow } from '../harness/client';
import { Opened } from '../harness/Opened';
import { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { NODE, START } from '../harness/steps';
import { until } from '../harness/until';
import { PolledWorkflow } from '../trigger/PolledWorkflow';
import { heapAfterCollection, inspectAt, slopeOf } from './memory';
import { ITEMS, soakWorkflows, watchedAccount } from './operations';

/** Share of requests that meet a fault, all kinds alike. */
const FAULTS = 0.01;
/** Runs at the same time. */
const RUNS_AT_ONCE = 3;
const MINUTE = 60_000;
/** As many as make a line; a third of them is the warm-up. */
const FEWEST_SAMPLES = 9;
/**
 * In KB a run. n8n grows by 1 or 2 with its own nodes alone; a node that kept its output would grow by 40. The shorter
 * the time, the less is known of what a collection happens to leave.
 */
const MOST_GROWTH = { short: 20, long: 5 };
/** In minutes. */
const LONG = 5;

export interface SoakReport {
	/** How often each operation was run. */
	operations: Map<string, number>;
	/** How often each fault was met. */
	faults: Map<string, number>;
	itemsIn: number;
	/** Of these, how many left as errors. */
	itemsFailed: number;
	/** Log entries that the trigger has told of. */
	delivered: number;
	/** What n8n's heap held after so many runs, in KB. */
	heap: Array<[runs: number, kilobytes: number]>;
	/** By how much it grows after the warm-up, the first third: in KB a run. */
	heapPerRun: number;
	/** What is not as it should be. */
	findings: string[];
}

const countIn = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

/** Counts the faults of the requests that have ended, and forgets these: a soak has too many to keep. */
function takeFaults(requests: RecordedRequest[], faults: Map<string, number>): void {
	const isOpen = ({ endedAt }: RecordedRequest) => endedAt === undefined;
	for (const request of requests) if (!isOpen(request) && request.fault) countIn(faults, request.fault);
	requests.splice(0, requests.length, ...requests.filter(isOpen));
}

/**
 * Starts a sandbox and an n8n with the package, and works for so many minutes: all operations by turns, the trigger
 * polled every 2 seconds.
 */
export async function runSoak(minutes: number): Promise<SoakReport> {
	const opened = new Opened();
	try {
		const sandbox = opened.add(await startSandbox());
		const inspector = await getPort({ host: '127.0.0.1' });
		const env = { NODE_OPTIONS: inspectAt(inspector) };
		const n8n = opened.add(await RealN8n.start(sandbox, { env }));
		return await work(sandbox, n8n, inspector, minutes);
	} finally {
		await opened.close();
	}
}

/** @param inspector the port of the inspector of n8n's main process */
async function work(sandbox: Sandbox, n8n: RealN8n, inspector: number, minutes: number): Promise<SoakReport> {
	const operations: Array<[name: string, workflow: StoredWorkflow]> = [];
	for (const [name, file] of soakWorkflows(sandbox)) operations.push([name, await n8n.importWorkflow(file)]);
	const watch = await watchEntries(n8n, sandbox);
	const ofOperations = new Map<string, number>();
	const unfinished: string[] = [];
	let itemsFailed = 0;
	const note = (name: string, run: Run) => {
		countIn(ofOperations, name);
		const [done = [], failed = []] = run.node(NODE).outputs;
		itemsFailed += failed.length;
		const told = new Set([...done, ...failed].map(({ pairedItem }) => (pairedItem as { item: number }).item));
		if (run.status !== 'success' || told.size !== ITEMS)
			unfinished.push(`${name}: run ${run.id} is ${run.status}, and tells of ${told.size} items`);
	};
	const faults = new Map<string, number>();
	const chances = Object.fromEntries(FAULT_KINDS.map((kind) => [kind, FAULTS / FAULT_KINDS.length]));
	Object.assign(sandbox.settings.faults, { chances, redirectTo: sandbox.url });

	const startedAt = performance.now();
	const minutesSince = () => (performance.now() - startedAt) / MINUTE;
	let runs = 0;
	const runAll = async () => {
		const left = [...operations];
		const runNext = async () => {
			for (let next = left.shift(); next !== undefined; next = left.shift()) {
				const [name, workflow] = next;
				note(name, await n8n.run(workflow, START));
				runs += 1;
			}
		};
		await Promise.all(Array.from({ length: RUNS_AT_ONCE }, runNext));
	};
	const heap: SoakReport['heap'] = [];
	while (minutesSince() < minutes || heap.length < FEWEST_SAMPLES) {
		await runAll();
		heap.push([runs, await heapAfterCollection(inspector)]);
		takeFaults(sandbox.requests, faults);
		await watch.batches();
	}

	sandbox.settings.faults.chances = {};
	const { delivered, findings } = await deliveries(watch, sandbox);
	takeFaults(sandbox.requests, faults);
	const heapPerRun = slopeOf(heap.slice(Math.ceil(heap.length / 3)));
	const bound = minutes < LONG ? MOST_GROWTH.short : MOST_GROWTH.long;
	if (heapPerRun > bound) findings.push(`The heap grows by ${heapPerRun} KB a run, more than ${bound}`);
	return {
		operations: ofOperations,
		faults,
		itemsIn: runs * ITEMS,
		itemsFailed,
		delivered,
		heap,
		heapPerRun,
		findings: [...unfinished, ...findings, ...(await complaints(n8n))],
	};
}

async function watchEntries(n8n: RealN8n, sandbox: Sandbox): Promise<PolledWorkflow> {
	const watch = await PolledWorkflow.import(n8n, {
		event: 'accountLogCreated',
		accountId: watchedAccount(sandbox),
		startFrom: 'now',
		options: {},
	});
	await watch.publish();
	return watch;
}

/** Waits until the trigger has told of as many entries as were written, and holds the two against each other. */
async function deliveries(
	watch: PolledWorkflow,
	sandbox: Sandbox,
): Promise<Pick<SoakReport, 'delivered' | 'findings'>> {
	const entries = sandbox.store.accountLogs.of(watchedAccount(sandbox)).all();
	const written = entries.filter(({ source }) => source === 'soak').map(({ accountLogId }) => accountLogId);
	const idsTold = async () =>
		(await watch.batches()).flat().map(({ accountLogId }) => accountLogId as string);
	const told = await until(async () => {
		const ids = await idsTold();
		return ids.length >= written.length ? ids : undefined;
	}).catch(idsTold);

	const times = new Map<string, number>();
	for (const id of told) countIn(times, id);
	const findings = written
		.filter((id) => times.get(id) !== 1)
		.map((id) => `The trigger has told ${times.get(id) ?? 0} times of ${id}`);
	return { delivered: told.length, findings };
}

/** What n8n's log has of things that nobody has dealt with. */
async function complaints({ userFolder }: RealN8n): Promise<string[]> {
	const log = await readFile(`${userFolder}/n8n.log`, 'utf8');
	return log.split('\n').filter((line) => /unhandled|uncaught|\berror\b/i.test(line));
}
