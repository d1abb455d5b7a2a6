/** The tables that the documents have between markers, beside the sections of the reference. */
import { pageSize } from '../../nodes/AudiencePage/fields/list';
import { requestOptionFields } from '../../nodes/AudiencePage/fields/requestOptions';
import { columnsFor, NAME_PARTS } from '../../nodes/AudiencePage/resources/person/columns';
import { details, name } from '../../nodes/AudiencePage/resources/person/fields';
import type { BenchRecord } from '../bench/report';
import { WAYS } from '../bench/works';
import { exampleNames, readExample } from '../n8n/harness/exampleFiles';
import { operations as endpoints } from '../service/judge';
import { events } from '../support/description';
import { measured } from '../support/measured';
import { cellsOf, markdownTable, type Row } from '../support/table';
import { exampleAddress } from './addresses';
import { COMMON_EVENT_FIELDS, whatStarts } from './facts';
import { formTable } from './formTable';
import { pathOf, resources } from './reference';

const bench = (): BenchRecord => measured('bench') as BenchRecord;

/** Numbers of four digits or more get their commas. */
const withCommas = (rows: string[][]): string[][] =>
	rows.map((cells) =>
		cells.map((cell) => (/^\d+$/.test(cell) ? Number(cell).toLocaleString('en-GB') : cell)),
	);

const rowsOf = (name: string): string => markdownTable(withCommas(cellsOf(measured(name) as Row[])));

/** The median time of a way; how far it came, if it failed. */
function seconds(row: Row | undefined): string {
	if (row === undefined) return '–';
	const { Result = '', 'Median s': median = '' } = row;
	return Result === 'all, once' ? median : `failed: ${Result.split('; ').at(-1)}`;
}

/** The ways that users choose between, one row for each work. */
function performance(): string {
	const { measured: table, date, package: version, n8n, node, machine } = bench();
	const [header = [], ...cells] = table;
	const rows: Row[] = cells.map((row) => Object.fromEntries(header.map((head, at) => [head, row[at] ?? ''])));
	const shown = [...new Set(rows.map(({ Work = '' }) => Work))].map((work) => {
		const by = (way: string) => rows.find((row) => row.Work === work && row.Way === way);
		const own = by(WAYS.node);
		return {
			Work: work,
			'This node, s': seconds(own),
			'HTTP Request, s': seconds(by(WAYS.httpRequest)),
			'axios loop, s': seconds(by(WAYS.axios)),
			'Silence with this node, ms': own?.['Silence ms'] ?? '–',
			'Peak memory with this node, MiB': own?.['Peak memory MiB'] ?? '–',
		};
	});
	const setup = `Measured on ${date} with version ${version} on n8n ${n8n} and Node.js ${node}: ${machine}.`;
	return `${markdownTable(withCommas(cellsOf(shown)))}\n\n${setup}`;
}

const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');

function operationsTable(): string {
	const rows = resources.map(({ title, path, operations: own }) => [
		`[${title}](${path})`,
		own.map(({ option: { name } }) => `[${name}](${path}#${anchorOf(name)})`).join(', '),
	]);
	return markdownTable([['Resource', 'Operations'], ...rows]);
}

function eventsTable(): string {
	const rows = events.map((event) => {
		const { name } = event.option;
		return [`[${name}](${pathOf('trigger')}#${anchorOf(name)})`, whatStarts(event)];
	});
	return markdownTable([['Event', 'Starts the workflow when'], ...rows]);
}

function examplesTable(): string {
	const rows = exampleNames().map((file) => {
		const { name, description = '' } = readExample(file);
		return [`[${name}](examples/${file})`, description];
	});
	return markdownTable([['Workflow', 'What it does'], ...rows]);
}

function optionsTable(): string {
	const fields = [...requestOptionFields, pageSize].sort((one, other) =>
		one.displayName.localeCompare(other.displayName),
	);
	return formTable(fields);
}

/** The columns that fill the fields of a person by themselves. */
function columnsTable(): string {
	const inCode = (columns: string[], by: string) => columns.map((column) => `\`${column}\``).join(by);
	const parts = NAME_PARTS.map(({ displayName }) => displayName);
	const rows = [name, ...details].map((field) => {
		const columns = inCode(columnsFor(field), ', ');
		const others = field === name ? `; else ${inCode(parts, ' and ')} together` : '';
		return [field.displayName, columns + others];
	});
	return markdownTable([['Field', 'Columns, whatever their case, spaces, `_` and `-`'], ...rows]);
}

const endpointsText = (): string =>
	`All ${endpoints.length} endpoints of the service are covered. Each resource has a page with every field, endpoint and output. In the editor, you can map the output's fields in the next node before the first run.`;

/** By the names of their markers; each is made only where a document has its marker. */
export const TABLES: Record<string, () => string> = {
	endpoints: endpointsText,
	operations: operationsTable,
	columns: columnsTable,
	events: eventsTable,
	examples: examplesTable,
	exampleAddress: () => `\`\`\`text\n${exampleAddress('crm-deals-to-account-log.json')}\n\`\`\``,
	options: optionsTable,
	eventFields: () =>
		formTable((events[0]?.fields ?? []).filter(({ name }) => COMMON_EVENT_FIELDS.includes(name))),
	performance,
	performanceGoals: () => markdownTable(withCommas(bench().figures)),
	allMeasurements: () => markdownTable(withCommas(bench().measured)),
	queue: () => rowsOf('queue'),
	versions: () => rowsOf('versions'),
};
