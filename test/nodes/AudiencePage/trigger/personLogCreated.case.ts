import type { EventCase } from '../../../cases/eventCase';
import { byId } from '../../../support/locators';

export default {
	needs: ({ personId }) => ({ personId: byId(personId) }),
	recordsIn: ({ personLogs }, { personId }) => personLogs.of(personId),
} satisfies EventCase;
