import { query } from '../../fields/collections';
import { listRouting } from '../../fields/list';
import type { Event } from '../event';
import { pageSearch } from '../listReaders';
import { watchList } from '../watchList';

export const pageCreated: Event = {
	option: {
		name: 'Page Created',
		value: 'pageCreated',
		description:
			'A page is created. Noticed at the next poll. 1 request per poll. The service must list all pages at once (see Search).',
		routing: listRouting(
			'/v0/pages/search',
			watchList(
				{ noun: 'page', idField: 'pageId', whereToCreate: 'create one in Audience Page' },
				pageSearch('new pages', 'Narrow the list down with Filters > Search'),
			),
		),
	},
	filters: [query],
};
