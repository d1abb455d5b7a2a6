/** The workflows to import, from their files. */
import { exampleNames, readExample } from '../../n8n/harness/exampleFiles';
import { markdownTable } from '../../support/table';
import type { Parts } from '../markers';

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

export const exampleParts: Parts = {
	examples: (linkTo) => {
		const rows = exampleFiles().map((file) => {
			const { name, description = '' } = readExample(file);
			return [`[${name}](${linkTo(`examples/${file}`)})`, description];
		});
		return markdownTable([['Workflow', 'What it does'], ...rows]);
	},
};
