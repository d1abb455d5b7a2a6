import { topicId } from '../fields/ids';
import { listFields, listRouting, paginated } from '../fields/list';
import { describeResource, type Operation } from './operation';
import { TOPIC_ENTRY } from './records';

const getTopicEntries: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many topic entries',
		description: 'Get the entries of a topic',
		routing: listRouting('/v0/topics/{topicId}/entries', paginated(TOPIC_ENTRY)),
	},
	fields: [topicId, ...listFields],
	record: TOPIC_ENTRY,
};

export const topicEntryResource = describeResource(
	'topicEntry',
	'Topic Entry',
	'A piece of content in a topic: list and update entries',
	[getTopicEntries],
);
