import { filters, query } from '../../fields/collections';
import { listFields, listOptions, listRouting, paginated } from '../../fields/list';
import type { Operation } from '../operation';
import { PERSON } from './fields';
import { PERSON_SEARCH } from './searchPeople';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many people',
		description: 'Get many people. You can filter them with a search text.',
		routing: listRouting(PERSON_SEARCH, paginated(PERSON)),
	},
	fields: [...listFields, filters(query)],
	options: listOptions,
	record: PERSON,
};
