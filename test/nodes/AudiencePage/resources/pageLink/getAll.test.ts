import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../../../support/locators';
import { runNode } from '../../../../support/runNode';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { pages: 2, audiences: 6, pageLinks: 18 } });

const ONE_DOMAIN =
	'Only links on the fallback subdomain were returned. For a custom domain, add the filter Tenant Domain ID.';

test.each<[string, INodeParameters, string[]]>([
	['no filter', {}, [ONE_DOMAIN]],
	['an empty tenant domain', { tenantDomainId: '={{ "" }}' }, [ONE_DOMAIN]],
	['a page', { pageId: byId('page_1') }, [ONE_DOMAIN]],
	['a tenant domain', { tenantDomainId: 'domain_1' }, []],
])(
	'With %s, one hint for all items says that these are the links of one domain, or none',
	async (_what, filters, said) => {
		const parameters = { resource: 'pageLink', operation: 'getAll', filters };
		const { hints } = await runNode(sandbox(), parameters, { items: [{}, {}, {}] });
		expect(hints.filter((hint) => hint === ONE_DOMAIN)).toEqual(said);
	},
);
