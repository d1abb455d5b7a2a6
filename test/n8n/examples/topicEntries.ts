/** *Update topic entries from a table*. */
import type { IDataObject } from 'n8n-workflow';
import type { TopicEntry } from '../../service/records';
import type { Sandbox } from '../../service/sandbox';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { exampleOf, jsonOf, type Example } from './example';
import { writesTo } from './writes';

const FILE = 'topic-entries-from-a-table.json';

/** Imports the example with these rows in the table. */
export async function importTopic(
	n8n: RealN8n,
	topicId: string,
	rows: IDataObject[],
): Promise<StoredWorkflow> {
	const fill = { 'Get the entries': { topicId } };
	return await n8n.importWorkflow(exampleOf(FILE, { fill, pin: { 'Read the table': rows } }));
}

/** Runs it once, as its schedule does. */
export async function compare(n8n: RealN8n, workflow: StoredWorkflow): Promise<Run> {
	const run = await n8n.run(workflow, 'Every day at 6:00');
	expect(run.error).toBeUndefined();
	return run;
}

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const topicId = sandbox.store.topicIds[0]!;
	const [other, same, empty] = sandbox.store.topicEntries.of(topicId).all() as [
		TopicEntry,
		TopicEntry,
		TopicEntry,
	];
	const { type } = other.content;
	const workflow = await importTopic(n8n, topicId, [
		{ row_number: 2, 'Entry ID': 'topic_entry_unknown', Answer: 'For nobody' },
		{ row_number: 3, 'Entry ID': other.topicEntryId, Answer: 'A better answer.\n\nIn two parts.' },
		{ row_number: 4, 'Entry ID': same.topicEntryId, Answer: same.content.content },
		{ row_number: 5, 'Entry ID': empty.topicEntryId, Answer: '' },
	]);
	sandbox.requests.length = 0;
	const first = await compare(n8n, workflow);
	const content = { type, content: 'A better answer.\n\nIn two parts.' };
	const path = `/v0/topics/${topicId}/entries/${other.topicEntryId}`;
	expect(writesTo(sandbox)).toEqual([{ method: 'PATCH', path, body: { content } }]);
	expect(sandbox.store.topicEntries.of(topicId).get(other.topicEntryId)?.content).toEqual(content);
	expect(jsonOf(first.node('Rows without an entry'))).toEqual([
		{ entryId: 'topic_entry_unknown', answer: 'For nobody' },
	]);

	sandbox.requests.length = 0;
	await compare(n8n, workflow);
	expect(writesTo(sandbox)).toEqual([]);
}

export const topicEntries: Example = { file: FILE, run };
