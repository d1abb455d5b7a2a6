import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { pages: 2, audiences: 6, pageLinks: 18 } });

const ONE_DOMAIN =
	'Only links on the fallback subdomain were returned. For a custom domain, add the filter Tenant Domain ID.';

/** Runs it for three items. */
const getAll = async (filters: INodeParameters) =>
	await runNode(sandbox(), { resource: 'pageLink', operation: 'getAll', filters }, { items: [{}, {}, {}] });

test.each<[string, INodeParameters]>([
	['no filter', {}],
	['an empty tenant domain', { tenantDomainId: '={{ "" }}' }],
	['a page', { pageId: byId('page_1') }],
])('With %s it says once that these are the links of one domain', async (_what, filters) => {
	expect((await getAll(filters)).hints.filter((hint) => hint === ONE_DOMAIN)).toHaveLength(1);
});

test('With a tenant domain it gives the links of that one, and says nothing', async () => {
	const { pageLinks, tenantDomainIds } = sandbox().store;
	const tenantDomainId = tenantDomainIds.custom;
	const { json, hints } = await getAll({ tenantDomainId });
	expect(json[0]).toEqual(nth(pageLinks.all().filter((link) => link.tenantDomainId === tenantDomainId)));
	expect(hints).toEqual([]);
});
