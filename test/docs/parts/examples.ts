/** The workflows to import, from their files. */
import { exampleNames, readExample } from '../../n8n/harness/exampleFiles';
import { markdownTable } from '../../support/table';
import type { LinkTo, Parts } from '../markers';

/** What most people want comes first. */
const ORDER = [
	'crm-deals-to-account-log.json',
	'contacts-from-spreadsheet-to-persons.json',
	'weekly-page-analytics-to-spreadsheet.json',
	'page-analytics-to-google-sheets.json',
	'new-person-to-audience-for-a-page.json',
	'audience-published-to-chat-message.json',
	'account-log-entries-to-crm-note.json',
	'topic-entries-from-a-table.json',
	'agent-with-audience-page-tools.json',
	'mcp-server-with-audience-page-tools.json',
];

/** The files of the examples; throws if one of the folder is not in the order above, or the other way round. */
export function exampleFiles(): string[] {
	const there = exampleNames();
	if ([...ORDER].sort().join() === there.join()) return ORDER;
	throw new Error(`The order of the examples in the documents is not of these: ${there.join(', ')}`);
}

/** An example as documents show it. */
interface ShownExample {
	/** Of the file and the picture. */
	name: string;
	title: string;
	/** Without a full stop. */
	whatItDoes: string;
}

const shownExamples = (): ShownExample[] =>
	exampleFiles().map((file) => {
		const { name: title, description: whatItDoes = '' } = readExample(file);
		return { name: file.replace(/\.json$/, ''), title, whatItDoes };
	});

function examplesTable(linkTo: LinkTo): string {
	const rows = shownExamples().map(({ name, title, whatItDoes }) => [
		`[${title}](${linkTo(`examples/${name}.json`)})`,
		whatItDoes,
	]);
	return markdownTable([['Workflow', 'What it does'], ...rows]);
}

/** Each example under a heading of its own, with its picture. */
function examplePictures(linkTo: LinkTo): string {
	const sections = shownExamples().flatMap(({ name, title, whatItDoes }) => [
		`## ${title}`,
		`${whatItDoes}. [${name}.json](${linkTo(`examples/${name}.json`)})`,
		`![The workflow on n8n's canvas, with its notes](${linkTo(`docs/images/examples/${name}.png`)})`,
	]);
	return sections.join('\n\n');
}

export const exampleParts: Parts = { examples: examplesTable, examplePictures };
