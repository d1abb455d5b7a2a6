import { topicId } from '../../fields/ids';
import { list, listFields, listOptions } from '../../fields/list';
import { readPages } from '../../transport/pages';
import type { Operation } from '../describe';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many topic entries',
		description: 'Get the entries of a topic',
		routing: list('/v0/topics/{topicId}/entries', readPages('topicEntryId')),
	},
	fields: [topicId, ...listFields, listOptions],
};
