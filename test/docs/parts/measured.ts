/** What long runs have measured, from `docs/measured/`. */
import type { BenchRecord } from '../../bench/report';
import { WAYS } from '../../bench/works';
import { measured } from '../../support/measured';
import { cellsOf, markdownTable, type Row } from '../../support/table';
import type { Parts } from '../markers';
import { commas } from '../numberText';

const bench = (): BenchRecord => measured('bench') as BenchRecord;

/** A table of rows, their header first, as one of rows by the heads of their columns. */
const byHead = ([header = [], ...rows]: string[][]): Row[] =>
	rows.map((cells) => Object.fromEntries(header.map((head, column) => [head, cells[column] ?? ''])));

const NOT_RUN = '–';
const ALL_WELL = 'all, once';

/** The median time of a way; how far it came, if it did not end well. */
function seconds(row: Row | undefined): string {
	if (row === undefined) return NOT_RUN;
	const result = row.Result ?? '';
	return result === ALL_WELL ? (row['Median s'] ?? '') : `failed: ${result.split('; ').at(-1) ?? result}`;
}

/** The ways that people choose between, one row a work. */
export function performanceRows(record: BenchRecord): Row[] {
	const rows = byHead(record.measured);
	return [...new Set(rows.map(({ Work = '' }) => Work))].map((work) => {
		const by = (way: string) => rows.find((row) => row.Work === work && row.Way === way);
		const node = by(WAYS.node);
		return {
			Work: work,
			'This node, s': seconds(node),
			'HTTP Request, s': seconds(by(WAYS.httpRequest)),
			'axios loop, s': seconds(by(WAYS.axios)),
			'Silence with this node, ms': node?.['Silence ms'] ?? NOT_RUN,
			'Peak memory with this node, MiB': node?.['Peak memory MiB'] ?? NOT_RUN,
		};
	});
}

function benchSetup(): string {
	const { date, package: version, n8n, node, machine } = bench();
	return `Measured on ${date} with version ${version} on n8n ${n8n} and Node ${node}: ${machine}.`;
}

/** A table of figures: whole numbers with commas between their thousands. */
const figuresTable = (rows: string[][]): string =>
	markdownTable(rows.map((cells) => cells.map((cell) => (/^\d+$/.test(cell) ? commas(Number(cell)) : cell))));

const rowsOf = (name: string): string => figuresTable(cellsOf(measured(name) as Row[]));

export const measuredParts: Parts = {
	queue: () => rowsOf('queue'),
	versions: () => rowsOf('versions'),
	performance: () => figuresTable(cellsOf(performanceRows(bench()))),
	benchFigures: () => figuresTable(bench().figures),
	benchMeasured: () => figuresTable(bench().measured),
	benchSetup,
};
