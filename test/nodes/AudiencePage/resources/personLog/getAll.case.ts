import type { OperationCase } from '../../../../cases/operationCase';
import { byId } from '../../../../support/locators';

export default {
	calls: ['listPersonLogs'],
	needs: ({ personId }) => ({ personId: byId(personId) }),
	filters: () => ({ includeDeleted: true }),
} satisfies OperationCase;
