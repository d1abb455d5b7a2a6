import type { EventCase } from '../../../cases/eventCase';

export default {
	needs: ({ accountId }) => ({ accountId }),
	recordsIn: ({ accountLogs }, { accountId }) => accountLogs.of(accountId),
} satisfies EventCase;
