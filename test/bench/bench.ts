/**
 * `npm run bench`: how fast the node is on a real n8n, beside other ways to do the same. With
 * `KEEP_FIGURES=yes`, it writes `docs/measured/bench.json`, which `npm run write` puts into
 * docs/PERFORMANCE.md.
 */
import { writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import { version } from '../../package.json';
import type { StoredWorkflow } from '../n8n/harness/client';
import { ensureN8n, NEWEST_N8N } from '../n8n/harness/install';
import { packPackage } from '../n8n/harness/pack';
import { RealN8n, tarball } from '../n8n/harness/RealN8n';
import { HOST } from '../n8n/harness/serverProcess';
import { builtIn, splitOut, WEBHOOK, workflowOf } from '../n8n/harness/steps';
import { startSandbox } from '../service/sandbox';
import { table, cellsOf, type Row } from '../support/table';
import { ITEMS, WAYS, worksFor, type Flow, type Way, type Work } from './works';

const RESULT = join(__dirname, '..', '..', 'docs', 'measured', 'bench.json');
/** Rounds that count; one before them does not. */
const ROUNDS = 3;
/** n8n comes to rest; in milliseconds. */
const PAUSE = 1500;

/** What is kept: of a day such as 2026-11-21, a row for each work. */
export interface BenchRecord {
	date: string;
	package: string;
	n8n: string;
	machine: string;
	rows: Row[];
}

const opened = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
	process.once(signal, () => void opened.disposeAsync().finally(() => process.exit(1)));

/** A workflow whose webhook answers when its run has ended. */
async function publishFlow(n8n: RealN8n, { steps, links }: Flow, work: Work, url: string) {
	const path = crypto.randomUUID();
	const parameters = { httpMethod: 'POST', path, responseMode: 'lastNode', responseData: 'noData' };
	const webhook = { ...builtIn(WEBHOOK, 'webhook', 2, parameters), webhookId: path };
	const file = workflowOf(
		[webhook, splitOut(ITEMS, 'body.items'), ...steps],
		[[WEBHOOK, ITEMS], [ITEMS, steps[0]!.name], ...links],
	);
	const credential = await n8n.createCredential({ url, apiKey: work.apiKey });
	const workflow = await n8n.importWorkflow(file, credential);
	await n8n.client.publish(workflow);
	return workflow;
}

/**
 * How many seconds a run took, by n8n's run data; or what of it failed: each record has to be there
 * once, and in the output.
 */
async function runOnce(
	n8n: RealN8n,
	workflow: StoredWorkflow,
	{ work, flow, port, round }: { work: Work; flow: Flow; port: number; round: number },
): Promise<number | string> {
	const sandbox = await startSandbox({ port, apiKey: work.apiKey, sizes: work.sizes });
	try {
		Object.assign(sandbox.settings.faults, work.faults());
		const items = work.items(round);
		work.prepare(sandbox.store, items);
		const recordsBefore = work.count(sandbox.store);
		const runsBefore = await n8n.client.executionIds(workflow);
		await wait(PAUSE);
		await (await n8n.post(workflow, { items })).arrayBuffer();
		const run = await n8n.client.waitForNewRun(workflow, runsBefore);
		if (run.status !== 'success') return run.error?.message ?? run.status;

		const added = work.count(sandbox.store) - recordsBefore;
		if (added !== work.added) return `${added} records added, not ${work.added}`;
		const isLast = (name: string) => !flow.links.some(([from]) => from === name);
		const names = flow.steps.map(({ name }) => name);
		const outputs = names.filter(isLast).flatMap((name) => run.node(name).items);
		if (outputs.length !== work.records) return `${outputs.length} outputs, not ${work.records}`;
		const nodes = names.map((name) => run.node(name)).filter(({ startedAt }) => startedAt > 0);
		const end = Math.max(...nodes.map((node) => node.startedAt + node.executionTime));
		return (end - Math.min(...nodes.map(({ startedAt }) => startedAt))) / 1000;
	} finally {
		await sandbox.close();
	}
}

/** Each way runs once in a round, so that a slow moment of the machine hits all alike. */
async function measure(n8n: RealN8n, work: Work, port: number, url: string): Promise<Row> {
	const ways = Object.entries(work.flows) as Array<[Way, Flow]>;
	const results = new Map<Way, Array<number | string>>();
	const workflows = new Map<Way, StoredWorkflow>();
	for (const [way, flow] of ways) workflows.set(way, await publishFlow(n8n, flow, work, url));
	for (let round = 0; round <= ROUNDS; round++)
		for (const [index, [way, flow]] of ways.entries()) {
			const place = { work, flow, port, round: round * ways.length + index };
			const result = await runOnce(n8n, workflows.get(way)!, place);
			console.log(`${work.title}, ${WAYS[way]}: ${result}`);
			if (round > 0) results.set(way, [...(results.get(way) ?? []), result]);
		}
	return rowOf(work.title, results);
}

function median(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)]!;
}

/** The median of the rounds, and how many times as long as the node the other ways take. */
function rowOf(title: string, results: Map<Way, Array<number | string>>): Row {
	const row: Row = { Work: title };
	const secondsOf = (way: Way): number | undefined => {
		const seconds = results.get(way)?.filter((result) => typeof result === 'number') ?? [];
		return seconds.length === ROUNDS ? median(seconds) : undefined;
	};
	const ofNode = secondsOf('node');
	for (const way of Object.keys(WAYS) as Way[]) {
		const seconds = secondsOf(way);
		row[WAYS[way]] = results.has(way) ? 'failed' : '–';
		if (seconds === undefined) continue;
		const ratio =
			way === 'node' || ofNode === undefined ? '' : ` (${(seconds / ofNode).toFixed(1)} ×)`;
		row[WAYS[way]] = `${seconds.toFixed(2)} s${ratio}`;
	}
	return row;
}

async function main(): Promise<void> {
	await ensureN8n();
	const port = await getPort({ host: HOST });
	const url = `http://${HOST}:${port}`;
	const install = tarball(await packPackage(tmpdir()));
	const env = { EXECUTIONS_DATA_MAX_DISPLAY_SIZE: '0' }; // or n8n does not give out large run data
	const n8n = await RealN8n.start({ url, apiKey: 'unused' }, { install, env });
	opened.defer(async () => await n8n.close());
	const rows: Row[] = [];
	for (const work of worksFor(url)) rows.push(await measure(n8n, work, port, url));
	await opened.disposeAsync();
	console.log(`\n${table(cellsOf(rows))}`);
	if (process.env.KEEP_FIGURES !== 'yes') return;
	const gibibytes = Math.round(totalmem() / 1024 ** 3);
	const record: BenchRecord = {
		date: new Date().toISOString().slice(0, 10),
		package: version,
		n8n: NEWEST_N8N,
		machine: `${cpus().length} × ${cpus()[0]?.model ?? '?'}, ${gibibytes} GiB of memory`,
		rows,
	};
	await writeFile(RESULT, `${JSON.stringify(record, null, '\t')}\n`);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
