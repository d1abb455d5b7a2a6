import type { OperationCase } from '../../../../cases/operationCase';

export default {
	calls: ['listAccountLogs'],
	needs: ({ accountId }) => ({ accountId }),
	filters: () => ({ includeDeleted: true }),
} satisfies OperationCase;
