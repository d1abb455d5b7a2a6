import type { OperationCase } from '../../../../cases/operationCase';

export default {
	calls: ['searchPersons'],
	needs: () => ({}),
	filters: () => ({ query: 'a' }),
	ways: () => [
		{
			title: 'for several items',
			parameters: { limit: '={{ $json.limit }}' },
			items: [{ limit: 1 }, { limit: 120 }],
		},
	],
	itemLinks: [{ parameters: { limit: 2, filters: { query: '={{ $json.query }}' } }, cameFrom: [0, 0, 2, 2] }],
} satisfies OperationCase;
