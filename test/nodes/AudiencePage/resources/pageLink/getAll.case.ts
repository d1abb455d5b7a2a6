import type { OperationCase } from '../../../../cases/operationCase';
import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';

export default {
	calls: ['listPageLinks'],
	needs: () => ({}),
	filters: ({ pageId }) => ({ pageId: byId(pageId) }),
	ways: ({ pageLinks, tenantDomainIds: { custom } }) => [
		{
			title: 'by path and domain',
			parameters: {
				filters: {
					path: nth(pageLinks.all().filter(({ tenantDomainId }) => tenantDomainId === custom)).path,
					tenantDomainId: '={{ $json.domain }}',
				},
			},
			items: [{ domain: custom }],
		},
	],
	neverGiven: ['.deletedAt'],
} satisfies OperationCase;
