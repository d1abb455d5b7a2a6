import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { calls, queries } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { topics: 2, topicEntries: 3 } });

const getAll = async (topicId: string) =>
	await runNode(sandbox(), { resource: 'topicEntry', operation: 'getAll', topicId });

const aTopicId = () => nth(sandbox().store.topicIds);
const entriesOf = (topicId: string) => sandbox().store.topicEntries.of(topicId).all();

describe('Topic Entry > Get Many', () => {
	test('reads the entries of the topic as the service has them', async () => {
		const { items } = await getAll(aTopicId());
		expect(calls(sandbox())).toEqual([`GET /v0/topics/${aTopicId()}/entries`]);
		expect(queries(sandbox())).toEqual(['limit=50']);
		expect(items).toEqual(entriesOf(aTopicId()).map((json) => ({ json, pairedItem: { item: 0 } })));
		expect(items).toHaveLength(3);
	});
});
