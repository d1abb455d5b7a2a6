/** *Update topic entries from a table*. */
import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import { exampleOf, FAULT, jsonOf, type Example } from './example';
import { writesTo } from './writes';

const FILE = 'topic-entries-from-a-table.json';

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const topicId = sandbox.store.topicIds[0]!;
	const entries = sandbox.store.topicEntries.of(topicId);
	const [other, refused, same, empty] = entries.all();
	const { type } = other!.content;
	const answer = 'A better answer.\n\nIn two parts.';
	const table = [
		{ row_number: 2, 'Entry ID': 'topic_entry_unknown', Answer: 'For nobody' },
		{ row_number: 3, 'Entry ID': other!.topicEntryId, Answer: answer },
		{ row_number: 4, 'Entry ID': same!.topicEntryId, Answer: same!.content.content },
		{ row_number: 5, 'Entry ID': empty!.topicEntryId, Answer: '' },
		{ row_number: 6, 'Entry ID': refused!.topicEntryId, Answer: 'Refused at first' },
	];
	const fill = { 'Get the entries': { topicId } };
	const workflow = await n8n.importWorkflow(exampleOf(FILE, { fill, pin: { 'Read the table': table } }));
	const compare = async () => {
		sandbox.requests.length = 0;
		const done = await n8n.run(workflow, 'Every day at 6:00');
		expect(done.error).toBeUndefined();
		return done;
	};
	const update = (entryId: string, content: string) => ({
		method: 'PATCH',
		path: `/v0/topics/${topicId}/entries/${entryId}`,
		body: { content: { type, content } },
	});

	sandbox.failNext('unprocessable', {
		when: ({ path, method }) => method === 'PATCH' && path.endsWith(refused!.topicEntryId),
	});
	const first = await compare();
	const again = update(refused!.topicEntryId, 'Refused at first');
	expect(writesTo(sandbox)).toHaveLength(2);
	expect(writesTo(sandbox)).toEqual(expect.arrayContaining([update(other!.topicEntryId, answer), again]));
	expect(entries.get(other!.topicEntryId)?.content).toEqual({ type, content: answer });
	expect(jsonOf(first.node('Rows without an entry'))).toEqual([
		{ entryId: 'topic_entry_unknown', answer: 'For nobody' },
	]);
	expect(jsonOf(first.node('Entries that were not updated'))).toEqual([
		{ entryId: refused!.topicEntryId, answer: 'Refused at first', error: FAULT },
	]);

	await compare();
	expect(writesTo(sandbox)).toEqual([again]);
}

export const topicEntries: Example = { file: FILE, run };
