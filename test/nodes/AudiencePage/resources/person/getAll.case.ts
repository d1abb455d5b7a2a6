import type { OperationCase } from '../../../../cases/operationCase';

export default {
	calls: ['searchPersons'],
	needs: () => ({}),
	filters: () => ({ query: 'a' }),
	itemLinks: [
		{ parameters: { limit: 2, filters: { query: '={{ $json.query }}' } }, cameFrom: [0, 0, 2, 2] },
	],
} satisfies OperationCase;
