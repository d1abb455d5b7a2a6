import type { OperationCase } from '../../../../cases/operationCase';

export default {
	calls: ['createAccountLog'],
	needs: ({ accountId }) => ({
		accountId,
		domain: 'acme.com',
		source: 'crm',
		payload: '{"a":1}',
	}),
	ways: ({ accounts }) => [
		{
			title: 'for several items, by expressions',
			parameters: {
				accountId: '={{ undefined }}',
				domain: '={{ $json.domain }}',
				source: '={{ "source-" + $itemIndex }}',
				type: '={{ $itemIndex || "" }}',
				payload: '={{ $json }}',
				additionalFields: { name: '={{ $itemIndex ? "Deal " + $itemIndex : null }}' },
			},
			items: accounts
				.all()
				.slice(0, 4)
				.map(({ domain }) => ({ domain, 'a.b': [{ c: domain, d: null }] })),
		},
	],
	itemLinks: [{ parameters: { domain: '', payload: '={{ $json }}' } }],
} satisfies OperationCase;
