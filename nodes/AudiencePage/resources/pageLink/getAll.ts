import { filters } from '../../fields/collections';
import { listFields, listOptions, listRouting, paginated } from '../../fields/list';
import { addHint } from '../../shared/hint';
import { isEmpty } from '../../shared/values';
import type { RequestFlow } from '../../transport/request';
import type { Operation } from '../operation';
import { PAGE_LINK } from '../records';
import { linkPath, pageOfLinks, tenantDomainId } from './fields';

const readLinks = paginated(PAGE_LINK);

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

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many page links',
		description: 'Get the page links on the fallback subdomain, or on a custom domain',
		routing: listRouting('/v0/page_links', readLinksOfOneDomain),
	},
	fields: [...listFields, filters(pageOfLinks, linkPath, tenantDomainId)],
	options: listOptions,
	record: PAGE_LINK,
};
