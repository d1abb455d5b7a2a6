import type { OperationCase } from '../../../../cases/operationCase';

export default {
	calls: ['getAccountLog'],
	needs: ({ accountId, accountLogId }) => ({ accountId, accountLogId }),
} satisfies OperationCase;
