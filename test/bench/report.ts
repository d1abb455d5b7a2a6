/** What is printed and what is kept: the figures first, then what was measured. */
import { readFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { pinnedVersion } from '../n8n/harness/install';
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
	return [['Work', 'This node', 'Goal', 'Reached'], ...rows];
}

function figureCells({ limit, unit, measured }: Figure, result: WorkResult, all: WorkResult[]): string[] {
	const value = measured(result, all);
	const figure = `≤ ${limit} ${unit}`;
	if (value === undefined) return [NONE, figure, 'not measured'];
	const isWhole = (result.rounds.get('node') ?? []).every(({ problems }) => problems.length === 0);
	const reached = value <= limit ? 'yes' : 'no';
	return [`${Number(value.toFixed(2))} ${unit}`, figure, isWhole ? reached : 'no: see Result'];
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

/** What is kept of a whole bench: tables as rows, their headers first. */
export interface BenchRecord {
	/** The day, e.g. 2026-11-21. */
	date: string;
	package: string;
	n8n: string;
	node: string;
	machine: string;
	figures: string[][];
	measured: string[][];
}

export async function benchRecord(results: WorkResult[], date: Date): Promise<BenchRecord> {
	const manifest = await readFile(join(__dirname, '..', '..', 'package.json'), 'utf8');
	const [cpu] = cpus();
	const memory = (totalmem() / GIBIBYTE).toFixed(0);
	return {
		date: date.toISOString().slice(0, 10),
		package: (JSON.parse(manifest) as { version: string }).version,
		n8n: pinnedVersion(),
		node: process.versions.node,
		machine: `${cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${memory} GiB of memory`,
		figures: figureRows(results),
		measured: measuredRows(results),
	};
}
