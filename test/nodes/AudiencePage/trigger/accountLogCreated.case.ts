import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: ({ accountId }) => ({ accountId }),
	recordsIn: ({ accountLogs }, { accountId }) => accountLogs.of(accountId),
	noun: 'log entry',
	whereToCreate: 'add one with Account Log > Create',
} satisfies EventCase;
