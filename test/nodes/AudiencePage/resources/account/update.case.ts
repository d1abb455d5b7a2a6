import type { OperationCase } from '../../../../cases/operationCase';

export default {
	calls: ['updateAccount'],
	needs: ({ accountId }) => ({ accountId, name: 'Acme' }),
} satisfies OperationCase;
