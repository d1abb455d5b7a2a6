import { AUDIENCE_FIELDS } from '../../../../../nodes/AudiencePage/resources/audience/operations';
import type { OperationCase } from '../../../../cases/operationCase';
import { simplified } from '../../../../previews/schema';
import { byId } from '../../../../support/locators';

export default {
	calls: ['listAudiences'],
	needs: ({ pageId }) => ({ pageId: byId(pageId) }),
	itemLinks: [{ cameFrom: [1, 1, 2] }],
	output: simplified('Audience', AUDIENCE_FIELDS),
} satisfies OperationCase;
