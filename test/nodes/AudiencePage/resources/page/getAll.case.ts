import type { OperationCase } from '../../../../cases/operationCase';

export default {
	calls: ['searchPages'],
	needs: () => ({}),
	ways: () => [
		{ title: 'of a few', parameters: { limit: 3 } },
		{ title: 'of all', parameters: { limit: 100 } },
		{ title: 'by a search text', parameters: { filters: { query: '={{ "a" }}' } } },
	],
} satisfies OperationCase;
