/**
 * `npm run bench`: how fast the node is on a real n8n, beside the other ways to do the same. Writes
 * `docs/measured/bench.json`, which `npm run write` puts into the documents; with `-- --only
 * create1000,read20000 --rounds 1` it measures some works and writes nothing. `-- --only editor` is
 * about n8n's editor instead. A goal that is not reached is a result, not a failure.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import getPort from 'get-port';
import manifest from '../../package.json';
import { ensureN8n, pinnedVersion } from '../n8n/harness/install';
import { Opened } from '../n8n/harness/Opened';
import { packPackage } from '../n8n/harness/pack';
import { HOST } from '../n8n/harness/serverProcess';
import { keepMeasured } from '../support/measured';
import { table } from '../support/table';
import { measureEditor } from './editor';
import { ACCOUNTS, type Flow, type Job } from './jobs';
import { median } from './median';
import { SandboxProcess } from './sandbox';
import {
	throughAxios,
	throughN8n,
	throughPolls,
	type Done,
	type N8nOptions,
	type Way,
} from './ways';
import { WAYS, WORKS, type Measured, type WayName, type Ways, type Work } from './works';

const WARM_UP = 200;
const TRIGGER = { event: 'personCreated', startFrom: 'now', options: { fullReadEvery: 1_000_000 } };

interface Round extends Done {
	requests: number;
	refused: number;
	/** `all, once`, or what is failed, lost or doubled. */
	result: string;
}

/**
 * What is kept of a whole bench, of a day such as 2026-11-21: tables as rows, their headers first.
 */
export type BenchRecord = Record<'date' | 'package' | 'n8n' | 'node' | 'machine', string> &
	Record<'figures' | 'measured', string[][]>;

async function startWay(
	name: WayName,
	job: Job | undefined,
	sandbox: SandboxProcess,
	options: N8nOptions,
) {
	if (job === undefined) return await throughPolls(sandbox, TRIGGER, options);
	if (name === 'axios') return throughAxios(sandbox);
	if (name === 'bareLoop')
		return await throughN8n(sandbox, job.ourNode, { ...options, change: name });
	const flows: Partial<Record<WayName, Flow>> = job;
	return await throughN8n(sandbox, flows[name] ?? job.ourNode, options);
}

/** What runs now. */
let opened = new Opened();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
	process.once(signal, () => void opened.close().finally(() => process.exit(1)));

const shortfall = (what: string, count: number, expected: number): string =>
	count === expected ? '' : `${count} ${what}, not ${expected}`;

/** One run of a way, on a service in which what it adds is counted. */
async function runOnce(
	name: WayName,
	way: Way,
	sandbox: SandboxProcess,
	{ items, executions = 1, prepare, adds }: Partial<Job>,
	count: number,
): Promise<Round> {
	await prepare?.(sandbox, count);
	await way.rest();
	const before = await sandbox.state();
	const all = items?.(count) ?? (name === 'axios' ? [] : [{}]);
	const size = all.length / executions;
	const batches = Array.from({ length: executions }, (_, n) => all.slice(n * size, (n + 1) * size));
	const done = await way.run(batches);
	const after = await sandbox.state();
	const problems = [done.failure, shortfall('in the output', new Set(done.ids).size, count)];
	for (const kind of ['accountLogs', 'persons'] as const)
		problems.push(
			shortfall(`of ${kind} added`, after[kind] - before[kind], adds?.(count)[kind] ?? 0),
		);
	const requests = after.requests - before.requests;
	const refused = (100 * (after.status429 - before.status429)) / requests;
	return { ...done, requests, refused, result: problems.filter(Boolean).join('; ') || 'all, once' };
}

/**
 * Measures a work: a round is one run of each way, so that a slow moment of the machine hits all
 * alike.
 */
async function measure(
	work: Work,
	rounds: number,
	tarball: string,
): Promise<Map<WayName, Round[]>> {
	opened = new Opened();
	const options = [
		'--accounts',
		String(ACCOUNTS),
		...(work.sandbox ? work.sandbox.split(' ') : []),
	];
	const sandbox = opened.add(
		new SandboxProcess(await getPort({ host: HOST }), dirname(tarball), options),
	);
	const job = work.job?.(sandbox.url);
	const { records = 0 } = job ?? {};
	try {
		await sandbox.start();
		const ways = new Map<WayName, Way>();
		for (const name of Object.keys(work.ways) as WayName[]) {
			const way = await startWay(name, job, sandbox, { tarball, opened });
			ways.set(name, way);
			await runOnce(name, way, sandbox, job ?? {}, job?.items ? WARM_UP : records); // a service in use is measured
		}
		const results = new Map<WayName, Round[]>();
		for (let n = 0; n < rounds; n++)
			for (const [name, way] of ways) {
				if (n >= (work.ways[name] ?? 0)) continue;
				const round = await runOnce(name, way, sandbox, job ?? {}, records);
				results.set(name, [...(results.get(name) ?? []), round]);
				const { seconds, silence = '–', mebibytes = '–', result } = round;
				console.log(
					`  ${WAYS[name]}: ${seconds.toFixed(2)} s, silent ${silence} ms, ${mebibytes} MiB, ${result}`,
				);
			}
		return results;
	} finally {
		await opened.close();
	}
}

const worst = (rounds: Round[], name: 'silence' | 'mebibytes' | 'requests' | 'refused') =>
	Math.max(...rounds.map((round) => round[name] ?? NaN));

const summaryOf = (rounds: Round[]): Measured => ({
	seconds: median(rounds.map(({ seconds }) => seconds)),
	silence: worst(rounds, 'silence'),
	mebibytes: worst(rounds, 'mebibytes'),
	requests: worst(rounds, 'requests'),
	refused: worst(rounds, 'refused'),
});

const MEASURED = [
	...[
		'Work',
		'Way',
		'Median s',
		'Min–max s',
		'Runs',
		'Silence ms',
		'Peak memory MiB',
		'429 %',
		'Result',
	],
];

function measuredRow(title: string, way: WayName, rounds: Round[]): string[] {
	const { seconds, silence, mebibytes, refused } = summaryOf(rounds);
	const times = rounds.map((round) => round.seconds);
	const results = new Set(rounds.map(({ result }) => result));
	if (results.size > 1) results.delete('all, once');
	return [
		...[title, WAYS[way], seconds.toFixed(2)],
		`${Math.min(...times).toFixed(2)}–${Math.max(...times).toFixed(2)}`,
		...[rounds.length, silence, mebibytes].map((value) =>
			Number.isNaN(value) ? '–' : String(value),
		),
		...[refused.toFixed(1), [...results].join('; ')],
	];
}

const goalRows = ({ title, goals }: Work, works: Map<string, Ways>, ways: Ways, isWhole: boolean) =>
	goals.map(([limit, unit, measured]) => {
		const value = measured(ways, works);
		if (Number.isNaN(value)) return [title, '–', `≤ ${limit} ${unit}`, 'not measured'];
		const isReached = value <= limit ? 'yes' : 'no';
		const shown = `${Number(value.toFixed(2))} ${unit}`;
		return [title, shown, `≤ ${limit} ${unit}`, isWhole ? isReached : 'no: see Result'];
	});

const EDITOR = 'editor';

async function benchEditor(rounds: number): Promise<void> {
	await ensureN8n();
	const folder = await mkdtemp(join(tmpdir(), 'bench-'));
	try {
		const tarball = await packPackage(folder);
		console.log(table(await measureEditor(rounds, tarball, opened)));
	} finally {
		await opened.close();
		await rm(folder, { recursive: true });
	}
}

async function main(): Promise<void> {
	const options = { only: { type: 'string' }, rounds: { type: 'string', default: '5' } } as const;
	const { only, rounds } = parseArgs({ options }).values;
	if (only === EDITOR) return await benchEditor(Number(rounds));
	const names = only?.split(',') ?? Object.keys(WORKS);
	const unknown = names.find((name) => !(name in WORKS));
	if (unknown !== undefined)
		throw new Error(
			`There is no work ${unknown}, but: ${[...Object.keys(WORKS), EDITOR].join(', ')}`,
		);
	await ensureN8n();
	const folder = await mkdtemp(join(tmpdir(), 'bench-'));
	const figures = [['Work', 'This node', 'Goal', 'Reached']];
	const measured = [MEASURED];
	const works = new Map<string, Ways>();
	try {
		const tarball = await packPackage(folder);
		for (const name of names) {
			const work = WORKS[name]!;
			console.log(work.title);
			const results = await measure(work, Number(rounds), tarball);
			const ways = Object.fromEntries(
				[...results].map(([way, all]) => [way, summaryOf(all)]),
			) as Ways;
			works.set(name, ways);
			measured.push(...[...results].map(([way, all]) => measuredRow(work.title, way, all)));
			const isWhole = results.get('node')?.every(({ result }) => result === 'all, once') === true;
			figures.push(...goalRows(work, works, ways, isWhole));
		}
	} finally {
		await rm(folder, { recursive: true });
	}
	console.log(`\n${table(measured)}\n\n${table(figures)}`);
	if (only !== undefined) return;
	const record: BenchRecord = {
		date: new Date().toISOString().slice(0, 10),
		package: manifest.version,
		n8n: pinnedVersion(),
		node: process.versions.node,
		machine: `${cpus().length} × ${cpus()[0]?.model ?? '?'}, ${Math.round(totalmem() / 1024 ** 3)} GiB of memory`,
		figures,
		measured,
	};
	await keepMeasured('bench', record);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
