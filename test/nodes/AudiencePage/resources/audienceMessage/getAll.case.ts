import { CONVERSATION_FIELDS } from '../../../../../nodes/AudiencePage/resources/audienceMessage';
import type { OperationCase } from '../../../../cases/operationCase';
import { record } from '../../../../previews/schema';
import { byId } from '../../../../support/locators';

const ofTalkedPage = { pageId: byId('={{ $json.talkedPageId }}') };

export default {
	calls: ['listAudienceMessages'],
	needs: ({ pageId, audienceId }) => ({
		pageId: byId(pageId),
		audienceId: byId(audienceId),
		output: 'conversation',
	}),
	ways: () => [{ title: 'as messages', parameters: { output: 'messages' } }],
	itemLinks: [
		{
			parameters: { ...ofTalkedPage, output: 'messages' },
			cameFrom: [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
		},
		{ parameters: ofTalkedPage },
	],
	output: record('Message'),
	otherOutputs: [
		{ when: '*Output* set to *Conversation*, one item', names: Object.keys(CONVERSATION_FIELDS) },
		{ when: '*Simplify* off', names: Object.keys(record('MessageHistory').properties ?? {}) },
	],
	neverGiven: ['.toolCalls[].error'],
} satisfies OperationCase;
