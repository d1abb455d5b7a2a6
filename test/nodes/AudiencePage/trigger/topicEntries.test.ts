import type { INodeParameters } from 'n8n-workflow';

import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { calls, queries } from '../../../support/sent';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox({ sizes: { topics: 2, topicEntries: 6 } });

const aTopicId = (index = 0) => nth(sandbox().store.topicIds, index);
const entriesOf = (topicId = aTopicId()) => sandbox().store.topicEntries.of(topicId);
const anEntry = (index = 0) => nth(entriesOf().all(), index);

let added = 0;

const addEntry = (topicId = aTopicId(), sortOrder = 100) =>
	entriesOf(topicId).add({
		...nth(entriesOf(topicId).all()),
		topicEntryId: `topic_entry_${++added}`,
		sortOrder: sortOrder + added,
	});

const watching = async (parameters: INodeParameters = {}) =>
	await published(sandbox(), { event: 'topicEntryChanged', topicId: aTopicId(), ...parameters });

describe('Topic Entry Created or Changed', () => {
	test('the new entries of the topic, as the service has them', async () => {
		const trigger = await watching();
		const entry = addEntry();
		addEntry(aTopicId(1));
		expect(await trigger.poll()).toEqual([entry]);
		expect(calls(sandbox())).toEqual([`GET /v0/topics/${aTopicId()}/entries`]);
		expect(queries(sandbox())).toEqual(['limit=100']);
	});

	test('an expression gives the topic', async () => {
		const trigger = await watching({ topicId: `={{ "${aTopicId(1)}" }}` });
		const entry = addEntry(aTopicId(1));
		expect(await trigger.poll()).toEqual([entry]);
	});

	test.each([
		['another text', { content: { type: 'markdown', content: 'Another answer' } }],
		['another kind of content', { content: { type: 'text', content: 'Another answer' } }],
		['no text', { content: { type: 'text' } }],
		['another place', { sortOrder: 50 }],
		['the first place', { sortOrder: 0 }],
	])('an entry that gets %s, once', async (_what, change) => {
		Object.assign(anEntry(3), { sortOrder: 49 });
		const trigger = await watching();
		Object.assign(anEntry(3), change);
		expect(await trigger.poll()).toEqual([anEntry(3)]);
		expect(await trigger.poll()).toEqual([]);
	});

	test.each([
		['another time of change', { updatedAt: '+19' }],
		['another time of creation', { createdAt: '+19' }],
		['a field that the interface does not show', { views: 7 }],
	])('%s alone is not told', async (_what, change) => {
		const trigger = await watching();
		Object.assign(anEntry(1), change);
		expect(await trigger.poll()).toEqual([]);
	});

	test('the same content in another order of its fields is the same', async () => {
		const { type, content } = anEntry(2).content;
		const trigger = await watching();
		Object.assign(anEntry(2), { content: { content, type } });
		expect(await trigger.poll()).toEqual([]);
	});

	test('two entries that change places are both told', async () => {
		const trigger = await watching();
		const [one, other] = [anEntry(4), anEntry(5)];
		[one.sortOrder, other.sortOrder] = [other.sortOrder, one.sortOrder];
		expect((await trigger.poll()).map(({ topicEntryId }) => topicEntryId).sort()).toEqual(
			[one.topicEntryId, other.topicEntryId].sort(),
		);
	});
});
