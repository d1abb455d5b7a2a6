import type { GenericValue, PreSendAction } from 'n8n-workflow';

import { listRouting } from '../../fields/list';
import { textValue } from '../../fields/text';
import { linkPath, tenantDomainId } from '../../resources/pageLink/getAll';
import { isEmpty } from '../../shared/values';
import { pageOrAll } from '../allPages';
import { DELAY_OF_NEW, type Event } from '../event';
import { watchList } from '../watchList';

/** The page is a filter of this list (service interface, section 4.18); the field itself checks it. */
const pageInQuery: PreSendAction = async function (request) {
	const pageId = this.getNodeParameter(pageOrAll.name, '', { extractValue: true }) as GenericValue;
	if (isEmpty(pageId)) return request;
	return { ...request, qs: { ...request.qs, pageId: textValue(pageId, pageOrAll) } };
};

export const pageLinkCreated: Event = {
	option: {
		name: 'Page Link Created',
		value: 'pageLinkCreated',
		description: `A page link is created. ${DELAY_OF_NEW}.`,
		routing: {
			...listRouting(
				'/v0/page_links',
				watchList({
					noun: 'page link',
					idField: 'pageLinkId',
					narrowedBy: 'Page or Filters > Path',
					whereToCreate: 'create one in Audience Page',
				}),
			),
			send: { preSend: [pageInQuery] },
		},
	},
	listOf: [pageOrAll],
	filters: [linkPath, tenantDomainId],
};
