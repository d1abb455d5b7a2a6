import type { OperationCase } from '../../../../cases/operationCase';

export default {
	calls: ['searchPages'],
	needs: () => ({}),
	ways: () => [{ title: 'by a search text', parameters: { filters: { query: '={{ "a" }}' } } }],
} satisfies OperationCase;
