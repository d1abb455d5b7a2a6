import { filters } from '../fields/collections';
import { optionalPage } from '../fields/ids';
import { listFields, listRouting, paginated } from '../fields/list';
import { inQuery } from '../fields/routing';
import { addHint } from '../shared/hint';
import { isEmpty } from '../shared/values';
import type { RequestFlow } from '../transport/request';
import { describeResource, type Operation } from './operation';
import { PAGE_LINK } from './records';

/** The filters of page links (service interface, section 4.18). */
const page = inQuery({ ...optionalPage, description: 'The page whose links to return' });

export const linkPath = inQuery({
	displayName: 'Path',
	name: 'path',
	placeholder: 'e.g. /acme',
	description: 'Path of the link on its domain',
});

export const tenantDomainId = inQuery({
	displayName: 'Tenant Domain ID',
	name: 'tenantDomainId',
	placeholder: 'e.g. domain_01hzy3kq8w5m2v7x9c4b6n0pde',
	description:
		'ID of a custom domain, from an admin of Audience Page. If empty, the fallback subdomain is used.',
});

/** Without a tenant domain the service reads one domain only: users may take that for all links. */
const readLinksOfOneDomain: RequestFlow = async function (requestData) {
	if (isEmpty(requestData.options.qs?.tenantDomainId))
		addHint(
			this,
			'Only links on the fallback subdomain were returned. For a custom domain, add the filter Tenant Domain ID.',
		);
	return await paginated(PAGE_LINK).call(this, requestData);
};

const getPageLinks: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many page links',
		description: 'Get the page links on the fallback subdomain, or on a custom domain',
		routing: listRouting('/v0/page_links', readLinksOfOneDomain),
	},
	fields: [...listFields, filters(page, linkPath, tenantDomainId)],
	record: PAGE_LINK,
};

export const pageLinkResource = describeResource(
	'pageLink',
	'Page Link',
	'A path on a domain that leads to an audience of a page: list page links',
	[getPageLinks],
);
