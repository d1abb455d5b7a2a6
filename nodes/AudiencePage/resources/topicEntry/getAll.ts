import { topicId } from '../../fields/ids';
import { listFields, listOptions, listRouting, paginated } from '../../fields/list';
import type { Operation } from '../operation';
import { TOPIC_ENTRY } from '../records';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many topic entries',
		description: 'Get the entries of a topic',
		routing: listRouting('/v0/topics/{topicId}/entries', paginated(TOPIC_ENTRY)),
	},
	fields: [topicId, ...listFields],
	options: listOptions,
	record: TOPIC_ENTRY,
};
