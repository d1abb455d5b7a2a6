import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { bodies, calls } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox();

const topicId = () => nth(sandbox().store.topicIds);

const anEntry = (index = 0) => nth(sandbox().store.topicEntries.of(topicId()).all(), index);

const update = async (
	updateFields: INodeParameters,
	more: INodeParameters = {},
	items: IDataObject[] = [{}],
) =>
	await runNode(
		sandbox(),
		{
			resource: 'topicEntry',
			operation: 'update',
			topicId: topicId(),
			topicEntryId: anEntry().topicEntryId,
			updateFields,
			...more,
		},
		{ items },
	);

describe('Topic Entry > Update', () => {
	test('sends content and place, and gives the entry as it is now', async () => {
		const content = { content: ' # Pricing\n"a.b" ', type: 'a type of tomorrow' };
		const { items, error } = await update({ content, sortOrder: 3 });
		expect(error).toBeUndefined();
		expect(calls(sandbox())).toEqual([`PATCH /v0/topics/${topicId()}/entries/${anEntry().topicEntryId}`]);
		expect(bodies(sandbox())).toEqual([{ content, sortOrder: 3 }]);
		expect(items).toMatchObject([{ json: { content, sortOrder: 3 }, pairedItem: { item: 0 } }]);
	});

	test.each<[string, INodeParameters, IDataObject]>([
		['content without a type', { content: { content: 'x', type: '' } }, { content: { content: 'x' } }],
		['a type without content', { content: { type: 'text' } }, { content: { type: 'text' } }],
		['place 0', { sortOrder: 0 }, { sortOrder: 0 }],
		['the last place', { sortOrder: 9007199254740991 }, { sortOrder: 9007199254740991 }],
		['a place as text', { sortOrder: '={{ "7" }}' }, { sortOrder: 7 }],
		['a place beside empty content', { sortOrder: 1, content: { content: '={{ null }}' } }, { sortOrder: 1 }],
		[
			'content beside an empty place',
			{ sortOrder: '={{ "" }}', content: { content: '={{ 0 }}' } },
			{ content: { content: '0' } },
		],
	])('%s is sent alone', async (_what, fields, body) => {
		const { error } = await update(fields);
		expect(error).toBeUndefined();
		expect(bodies(sandbox())).toEqual([body]);
	});

	test.each<[string, INodeParameters, string]>([
		['nothing', {}, 'Update Fields must have at least one value'],
		[
			'only empty fields',
			{ content: {}, sortOrder: '={{ null }}' },
			'Update Fields must have at least one value',
		],
		['a place below 0', { sortOrder: -1 }, 'Sort Order must be a whole number of at least 0'],
		['half a place', { sortOrder: 0.5 }, 'Sort Order must be a whole number of at least 0'],
		[
			'a place that no number keeps',
			{ sortOrder: '={{ "9007199254740992" }}' },
			'Sort Order must be a whole number of at most 9007199254740991',
		],
		['a place in words', { sortOrder: '={{ "first" }}' }, 'Sort Order must be a whole number of at least 0'],
		['content that is a list', { content: { content: '={{ [1] }}' } }, 'Content must be text at content'],
	])('%s is refused before anything is sent', async (_what, fields, message) => {
		const { error } = await update(fields);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Nothing was sent for item 0');
		expect(calls(sandbox())).toEqual([]);
	});

	test('each item updates its own entry', async () => {
		const rows = [2, 1].map((index) => ({ id: anEntry(index).topicEntryId, place: index }));
		const { items } = await update(
			{ sortOrder: '={{ $json.place }}' },
			{ topicEntryId: '={{ $json.id }}' },
			rows,
		);
		expect(items.map(({ json, pairedItem }) => [json.topicEntryId, json.sortOrder, pairedItem])).toEqual(
			rows.map(({ id, place }, item) => [id, place, { item }]),
		);
	});

	test.each([
		['topicId', 'Topic ID must be an ID, not a path'],
		['topicEntryId', 'Topic Entry ID must be an ID, not a path'],
	])('%s is one segment of the path', async (name, message) => {
		await update({ sortOrder: 1 }, { [name]: 'a/b?x#y' });
		expect(sandbox().requests.map(({ url }) => url)).toEqual([expect.stringContaining('/a%2Fb%3Fx%23y')]);
		const { error } = await update({ sortOrder: 1 }, { [name]: '..' });
		expect(error?.message).toContain(message);
		expect(sandbox().requests).toHaveLength(1);
	});
});
