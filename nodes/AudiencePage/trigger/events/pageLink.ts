import { filters } from '../../fields/collections';
import { listRouting } from '../../fields/list';
import { linkPath, pageOfLinks, tenantDomainId } from '../../resources/pageLink/fields';
import type { Event } from '../event';
import { pollOptions, startFrom } from '../fields';
import { watchList } from '../watchList';
import { WHEN_NEW } from './when';

export const pageLinkCreated: Event = {
	option: {
		name: 'Page Link Created',
		value: 'pageLinkCreated',
		description: `A page link is created. ${WHEN_NEW}.`,
		routing: listRouting(
			'/v0/page_links',
			watchList({
				noun: 'page link',
				idField: 'pageLinkId',
				filter: 'Page or Filters > Path',
				whereToCreate: 'create one in Audience Page',
			}),
		),
	},
	fields: [
		{
			...pageOfLinks,
			description: 'The page whose links to watch',
			hint: 'If empty, links of all pages are watched',
		},
		startFrom,
		filters(linkPath, tenantDomainId),
		pollOptions,
	],
};
