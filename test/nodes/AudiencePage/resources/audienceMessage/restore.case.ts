import type { OperationCase } from '../../../../cases/operationCase';
import { byId } from '../../../../support/locators';

export default {
	calls: ['restoreAudienceMessage'],
	needs: ({ pageId, audienceId, messageId }) => ({
		pageId: byId(pageId),
		audienceId: byId(audienceId),
		messageId: byId(messageId),
	}),
	itemLinks: [{ parameters: { pageId: byId('={{ $json.talkedPageId }}') } }],
} satisfies OperationCase;
