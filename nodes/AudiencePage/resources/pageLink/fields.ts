import { optionalPage } from '../../fields/ids';
import { inQuery } from '../../fields/routing';

/** The filters of page links (service interface, section 4.18). */
export const pageOfLinks = inQuery({
	...optionalPage,
	description: 'The page whose links to return',
});

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
