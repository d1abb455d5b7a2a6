/** What is printed and what is kept: the figures first, then what was measured. */
import { readFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { pinnedVersion } from '../n8n/harness/install';
import { markdownTable } from '../support/table';
import { greatest, median, type Figure, type Round, type WorkResult } from './figures';
import { WAYS, type WayName } from './works';

const MEBIBYTE = 1024 ** 2;
const GIBIBYTE = 1024 ** 3;
const NONE = '–';

/** One run, for a person who waits for the next. */
export function progressLine(way: WayName, { seconds, longestWait, peakBytes, problems }: Round): string {
	const parts = [
		`${seconds.toFixed(2)} s`,
		longestWait === undefined ? '' : `n8n silent for ${longestWait} ms`,
		peakBytes === undefined ? '' : `peak ${inMebibytes(peakBytes)} MiB`,
		...problems,
	];
	return `  ${WAYS[way]}: ${parts.filter((part) => part !== '').join(', ')}`;
}

/** Rows of the table of figures, its header first. */
export function figureRows(results: WorkResult[]): string[][] {
	const rows = results.flatMap((result) =>
		result.work.figures.map((figure) => [result.work.title, ...figureCells(figure, result, results)]),
	);
	return [['Work', 'This node', 'Figure', 'Reached'], ...rows];
}

function figureCells({ limit, unit, measured }: Figure, result: WorkResult, all: WorkResult[]): string[] {
	const value = measured(result, all);
	const figure = `≤ ${limit} ${unit}`;
	if (value === undefined) return [NONE, figure, 'not measured'];
	const isWhole = (result.rounds.get('node') ?? []).every(({ problems }) => problems.length === 0);
	const reached = value <= limit ? 'yes' : 'not reached';
	return [`${Number(value.toFixed(2))} ${unit}`, figure, isWhole ? reached : 'not reached: see Result'];
}

/** Rows of the table of all that was measured, its header first. */
export function measuredRows(results: WorkResult[]): string[][] {
	const header = [
		'Work',
		'Way',
		'Median s',
		'Min–max s',
		'Runs',
		'Silence ms',
		'Silence of the whole run ms',
		'Peak memory MiB',
		'429 %',
		'Result',
	];
	const rows = results.flatMap(({ work, rounds }) =>
		work.ways
			.filter(([way]) => rounds.has(way))
			.map(([way]) => [work.title, WAYS[way], ...measuredCells(rounds.get(way)!)]),
	);
	return [header, ...rows];
}

function measuredCells(rounds: Round[]): string[] {
	const seconds = rounds.map((round) => round.seconds);
	const worst = (of: (round: Round) => number | undefined) => greatest(rounds.map(of));
	const peak = worst(({ peakBytes }) => peakBytes);
	const problems = [...new Set(rounds.flatMap((round) => round.problems))];
	return [
		(median(seconds) ?? 0).toFixed(2),
		`${Math.min(...seconds).toFixed(2)}–${Math.max(...seconds).toFixed(2)}`,
		String(rounds.length),
		String(worst(({ longestWait }) => longestWait) ?? NONE),
		String(worst(({ longestWaitOfRun }) => longestWaitOfRun) ?? NONE),
		peak === undefined ? NONE : inMebibytes(peak),
		((worst(({ refused }) => refused) ?? 0) * 100).toFixed(1),
		problems.length === 0 ? 'all, once' : problems.join('; '),
	];
}

const inMebibytes = (bytes: number): string => (bytes / MEBIBYTE).toFixed(0);

/** The whole of results.md. */
export async function resultsPage(results: WorkResult[], date: Date): Promise<string> {
	return `# Benchmark

Written by \`npm run bench\` on ${date.toISOString().slice(0, 10)}. ${await machine()}

Times are those of n8n's own run data, medians of all runs; the axios loop (connections not kept alive, 16 in
flight for writes) has its own clock. Each way has an n8n of its own; in a round each way runs once; a first run
of each is not counted. *Silence* is the longest that n8n's \`/healthz\`, asked every 50 ms, let a question wait
while the measured nodes ran, of all runs the worst; in that of the whole run is n8n's own work before and after.
*Peak memory* is the resident memory of n8n's main process, of all runs the greatest. *429 %* is the share of the
service's answers, of all runs the greatest. *All, once*: the service holds (or the output, when reading) exactly
the records that it should.

*n8n's request helper in a loop* is the least that a node can do: no check, no second try, no option. Where the
node takes as long as that, what remains between it and the axios loop is n8n's own: each request passes through
the credential, n8n's network layer and axios with an agent, and so a connection, of its own.

## Figures

${markdownTable(figureRows(results))}

## Measured

${markdownTable(measuredRows(results))}
`;
}

async function machine(): Promise<string> {
	const manifest = await readFile(join(__dirname, '..', '..', 'package.json'), 'utf8');
	const { name, version } = JSON.parse(manifest) as { name: string; version: string };
	const [cpu] = cpus();
	const memory = (totalmem() / GIBIBYTE).toFixed(0);
	return (
		`${name} ${version}, n8n ${await pinnedVersion()}, Node ${process.versions.node}; ` +
		`${cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${memory} GiB of memory.`
	);
}
