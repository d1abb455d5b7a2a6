/** The examples as version 1.0.0 brought them, without their notes, made ready to be run by hand. */
import type { IDataObject, INode } from 'n8n-workflow';
import saved from '../../releases/examples-1.0.0.json';
import { inOrder } from '../../releases/compare';
import { byId } from '../../support/locators';
import type { Ids } from '../../cases/operationCase';
import type { WorkflowFile } from '../harness/client';

export interface SavedExample {
	file: keyof typeof saved;
	/** The trigger that the run starts at. */
	start: string;
	/** What a user fills in; of a period that goes by the day of the test, one of its own. */
	fill?: (ids: Ids) => Record<string, INode['parameters']>;
	/** What nodes of outside services, and of forms, would give. */
	pin?: (ids: Ids) => Record<string, IDataObject[]>;
}

/** The same figures whenever the tests run. */
const NOVEMBER = { period: 'custom', startDate: '2025-11-01T06:00:00', endDate: '2025-11-08T18:00:00' };

/** Those that a hand can start. The agent and the MCP server have tools, which a model calls. */
export const SAVED_EXAMPLES: SavedExample[] = [
	{
		file: 'account-log-entries-to-crm-note.json',
		start: 'When a log entry is new',
		fill: ({ accountId }) => ({ 'When a log entry is new': { accountId } }),
		pin: () => ({ 'Add a note to the account': [{}] }),
	},
	{
		file: 'audience-published-to-chat-message.json',
		start: 'When a status changes',
		fill: ({ pageId }) => ({ 'When a status changes': { pageId: byId(pageId) } }),
		pin: () => ({ 'Tell the team': [{}] }),
	},
	{
		file: 'contacts-from-spreadsheet-to-persons.json',
		start: 'Upload contacts',
		pin: () => ({
			'Upload contacts': [{}],
			'Is it a CSV file?': [{}],
			'Read the CSV file': [
				{
					Name: 'Ada Lovelace',
					Email: ' Ada@Engines.example',
					Phone: '0049 (0)30/12-34',
					Domain: 'engines.example',
				},
				{ Name: 'Nobody' },
			],
			'Show the result': [{}],
		}),
	},
	{
		file: 'crm-deals-to-account-log.json',
		start: 'Receive deals',
		pin: () => ({
			'Receive deals': [
				{ body: { deals: [{ id: 'D-1', company: { name: 'Acme', domain: 'acme.example' } }] } },
			],
			'Answer the CRM': [{}],
		}),
	},
	{
		file: 'new-person-to-audience-for-a-page.json',
		start: 'When a person is new',
		fill: ({ pageId }) => ({ 'Create a draft audience': { pageId: byId(pageId) } }),
	},
	{
		file: 'page-analytics-to-google-sheets.json',
		start: 'Every Monday at 7:00',
		fill: () => ({ 'Get page summary': NOVEMBER }),
		pin: () => ({ 'Write to the sheet': [{}] }),
	},
	{
		file: 'topic-entries-from-a-table.json',
		start: 'Every day at 6:00',
		fill: ({ topicId }) => ({ 'Get the entries': { topicId } }),
		pin: ({ topicEntryId }) => ({
			'Read the table': [
				{ 'Entry ID': topicEntryId, Answer: 'A better answer' },
				{ 'Entry ID': 'unknown', Answer: 'For nobody' },
			],
		}),
	},
	{
		file: 'weekly-page-analytics-to-spreadsheet.json',
		start: 'Every Monday at 7:00',
		fill: () => ({ 'Get page summary': NOVEMBER, 'Get audience analytics': NOVEMBER }),
	},
];

/** All others, as they were. */
export const otherSavedExamples = (): WorkflowFile[] =>
	Object.entries(structuredClone(saved))
		.filter(([name]) => !SAVED_EXAMPLES.some(({ file }) => file === name))
		.map(([, file]) => file as unknown as WorkflowFile);

const OURS = 'n8n-nodes-audience-page.audiencePage';

/** A workflow of this kind, filled in and pinned; our nodes send one request at a time. */
export function savedExample({ file, fill, pin }: SavedExample, ids: Ids): WorkflowFile {
	const { nodes, ...workflow } = structuredClone(saved[file]) as unknown as WorkflowFile;
	const filled = fill?.(ids) ?? {};
	const pinned = pin?.(ids) ?? {};
	for (const name of [...Object.keys(filled), ...Object.keys(pinned)])
		if (!nodes.some((node) => node.name === name)) throw new Error(`${file} has no node "${name}"`);
	const pinData = Object.entries(pinned).map(([name, items]) => [name, items.map((json) => ({ json }))]);
	return {
		...workflow,
		nodes: nodes.map((node) => {
			const parameters = { ...node.parameters, ...filled[node.name] };
			return { ...node, parameters: node.type === OURS ? inOrder(parameters) : parameters };
		}),
		pinData: Object.fromEntries(pinData) as WorkflowFile['pinData'],
	};
}
