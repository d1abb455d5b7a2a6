import { filters } from '../../fields/collections';
import { pageLocator } from '../../fields/ids';
import { listFields, listOptions, listRouting, paginated } from '../../fields/list';
import { inQuery } from '../../fields/routing';
import { notMoreResultsEntry } from '../../fields/rules';
import { addHint } from '../../shared/hint';
import { isEmpty } from '../../shared/values';
import type { RequestFlow } from '../../transport/request';
import type { Operation } from '../operation';

const readLinks = paginated('pageLinkId');

/** Without a tenant domain the service reads one domain only: users may take that for all links. */
const readLinksOfOneDomain: RequestFlow = async function (requestData) {
	if (isEmpty(requestData.options.qs?.tenantDomainId)) {
		addHint(
			this,
			'Only links on the fallback subdomain were returned. For a custom domain, add the filter Tenant Domain ID.',
		);
	}
	return await readLinks.call(this, requestData);
};

/** The filters of page links (service interface, section 4.18). */
export const pageOfLinks = inQuery(
	{ ...pageLocator, required: false, description: 'The page whose links to return' },
	{ rules: [notMoreResultsEntry] },
);

export const linkPath = inQuery({
	displayName: 'Path',
	name: 'path',
	type: 'string',
	default: '',
	placeholder: 'e.g. /acme',
	description: 'Path of the link on its domain',
});

export const tenantDomainId = inQuery({
	displayName: 'Tenant Domain ID',
	name: 'tenantDomainId',
	type: 'string',
	default: '',
	placeholder: 'e.g. domain_01hzy3kq8w5m2v7x9c4b6n0pde',
	description:
		'ID of a custom domain. If empty, the links on the fallback subdomain are returned. Each link carries the ID of its domain.',
});

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many page links',
		description: 'Get the page links on the fallback subdomain, or on a custom domain',
		routing: listRouting('/v0/page_links', readLinksOfOneDomain),
	},
	fields: [...listFields, filters(pageOfLinks, linkPath, tenantDomainId), listOptions],
};
