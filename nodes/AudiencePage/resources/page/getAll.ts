import { filters, options } from '../../fields/collections';
import { limit, singlePageRouting } from '../../fields/list';
import { query } from '../../fields/search';
import type { Operation } from '../describe';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many pages',
		description: 'Get many pages. You can filter them with a search text.',
		routing: singlePageRouting('/v0/pages/search'),
	},
	fields: [limit, filters(query), options()],
};
