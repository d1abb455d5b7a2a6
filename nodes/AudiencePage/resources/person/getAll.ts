import { filters, query } from '../../fields/collections';
import { listFields, listOptions, listRouting, paginated } from '../../fields/list';
import type { Operation } from '../operation';
import { PERSON } from '../records';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many people',
		description: 'Get many people. You can filter them with a search text.',
		routing: listRouting('/v0/persons/search', paginated(PERSON)),
	},
	fields: [...listFields, filters(query)],
	options: listOptions,
	record: PERSON,
};
