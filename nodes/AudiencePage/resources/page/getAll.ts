import { filters, query } from '../../fields/collections';
import { limit, listRouting, singlePage } from '../../fields/list';
import type { Operation } from '../operation';
import { LISTED_PAGE } from '../records';

/** Where pages are listed, or searched for (service interface, section 4.10). */
export const PAGE_SEARCH = '/v0/pages/search';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many pages',
		description: 'Get many pages. You can filter them with a search text.',
		routing: listRouting(PAGE_SEARCH, singlePage),
	},
	fields: [limit, filters(query)],
	record: LISTED_PAGE,
};
