import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { calls, queries } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { topics: 2, topicEntries: 3 } });

const getAll = async (topicId: string, items = [{}] as Array<Record<string, string>>) =>
	await runNode(sandbox(), { resource: 'topicEntry', operation: 'getAll', topicId }, { items });

const aTopicId = (index = 0) => nth(sandbox().store.topicIds, index);
const entriesOf = (topicId: string) => sandbox().store.topicEntries.of(topicId).all();

describe('Topic Entry > Get Many', () => {
	test('reads the entries of the topic as the service has them', async () => {
		const { items } = await getAll(aTopicId());
		expect(calls(sandbox())).toEqual([`GET /v0/topics/${aTopicId()}/entries`]);
		expect(queries(sandbox())).toEqual(['limit=50']);
		expect(items).toEqual(entriesOf(aTopicId()).map((json) => ({ json, pairedItem: { item: 0 } })));
		expect(items).toHaveLength(3);
	});

	test('several items: each reads its own topic', async () => {
		const topics = [aTopicId(1), aTopicId(0)];
		const { items } = await getAll(
			'={{ $json.topic }}',
			topics.map((topic) => ({ topic })),
		);
		expect(items.map(({ json, pairedItem }) => [json.topicId, pairedItem])).toEqual(
			topics.flatMap((topic, item) => [topic, topic, topic].map((id) => [id, { item }])),
		);
	});

	test('a topic that the service does not know is named in the error', async () => {
		const { error } = await getAll('topic_unknown');
		expect(error?.description).toContain('/v0/topics/topic_unknown/entries (404)');
		expect(error?.message).toContain('Check the IDs');
	});
});
