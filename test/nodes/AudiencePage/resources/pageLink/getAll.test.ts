import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../../../../support/runNode';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { pages: 2, audiences: 6, pageLinks: 18 } });

test.each<[INodeParameters, number]>([
	[{}, 1],
	[{ tenantDomainId: '={{ "" }}' }, 1],
	[{ tenantDomainId: 'domain_1' }, 0],
])(
	'With %j, one hint for all items says that these are the links of one domain, or none',
	async (filters, times) => {
		const parameters = { resource: 'pageLink', operation: 'getAll', filters };
		const { hints } = await runNode(sandbox(), parameters, { items: [{}, {}, {}] });
		const said = hints.filter((hint) =>
			hint.startsWith('Only links on the fallback subdomain were returned.'),
		);
		expect(said).toHaveLength(times);
	},
);
