import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: ({ accountId }) => ({ accountId }),
	recordsIn: ({ accountLogs }, { accountId }) => accountLogs.of(accountId),
	noun: 'log entry',
} satisfies EventCase;
