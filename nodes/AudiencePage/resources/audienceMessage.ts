import type { PreSendAction } from 'n8n-workflow';

import { RunScope } from '../execution/runScope';
import { chosenOption, type ChoiceField, type Setting } from '../fields/choice';
import { fieldError } from '../fields/fieldError';
import { audienceId, pageId, messageId } from '../fields/ids';
import { listRouting, wholeList } from '../fields/list';
import { chosenFields } from '../fields/outputFields';
import { requestRouting } from '../fields/routing';
import { apiError } from '../transport/errors';
import { requestFor, singleRequest, type RequestFlow } from '../transport/request';
import { describeResource, type Operation } from './operation';
import { simplified, simplify } from '../fields/simplify';
import { MESSAGE } from './records';

const output: Setting<ChoiceField<'conversation' | 'messages'>> = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	default: 'messages',
	description: 'What to return from the conversation',
	options: [
		{
			name: 'Conversation',
			value: 'conversation',
			description: 'One item: the whole conversation with its context and pending changes',
		},
		{ name: 'Messages', value: 'messages', description: 'One item per message' },
	],
};

const ofConversation = { show: { output: ['conversation'] } };

/** A conversation, simplified (service interface, section 2.8). */
export const CONVERSATION_FIELDS = {
	conversationId: 'conversation.conversationId',
	audienceId: 'conversation.audienceId',
	pageId: 'context.pageId',
	publishedMessageId: 'conversation.publishedMessageId',
	messagesCount: 'messages.length',
	pendingChangesCount: 'pendingChanges.length',
	currentSupplementaryContext: 'context.currentSupplementaryContext',
	currentMetaTitle: 'context.currentMetaTitle',
	currentMetaDescription: 'context.currentMetaDescription',
	updatedAt: 'conversation.updatedAt',
};

const refuseFieldsOfConversation: PreSendAction = async function (request) {
	if (chosenOption(this, output) === 'messages' || chosenFields(this).length === 0) return request;
	const brokenRule = 'must be empty if Output is Conversation: it has no fields to choose from';
	throw fieldError(this, 'Output Fields', brokenRule);
};

const FLOWS = {
	conversation: simplified(CONVERSATION_FIELDS, requestFor('messages')),
	messages: wholeList('messages'),
};

/**
 * Returns the conversation or its messages: both are in one response (service interface, section
 * 4.13).
 */
const readChosenOutput: RequestFlow = async function (requestData) {
	return await FLOWS[chosenOption(this, output)].call(this, requestData);
};

const getAudienceMessages: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many audience messages',
		description: 'Get the conversation about the draft of an audience',
		routing: listRouting('/v0/pages/{pageId}/audiences/{audienceId}/messages', readChosenOutput),
	},
	fields: [pageId, audienceId, output, { ...simplify, displayOptions: ofConversation }],
	record: MESSAGE,
	afterFields: [refuseFieldsOfConversation],
};

/** @throws NodeApiError if the service says, in a success, that it restored nothing */
const restoreOrFail: RequestFlow = async function (requestData) {
	RunScope.of(this).addToPreview(this.getItemIndex(), { outcome: 'wouldUpdate' });
	const responses = await singleRequest.call(this, requestData);
	if (responses[0]?.json.success !== false) return responses;
	throw apiError(this.getNode(), {
		message: 'The service did not restore the draft',
		advice: 'Choose a message that has a snapshot',
		description:
			'The service returned success: false. The list in Message shows those with a snapshot.',
	});
};

const restoreAudienceMessage: Operation = {
	option: {
		name: 'Restore',
		value: 'restore',
		action: 'Restore audience draft to message',
		description: 'Restore the draft of an audience to the snapshot of a message',
		routing: requestRouting(
			'POST',
			'/v0/pages/{pageId}/audiences/{audienceId}/messages/{messageId}/restore',
			restoreOrFail,
		),
	},
	fields: [pageId, audienceId, messageId],
	record: { idField: messageId.name, fields: ['success'] },
	// What is restored is the draft of the audience, whichever message it is restored to.
	orderingKeys: ({ url }) => [url.replace(/\/messages\/[^/]+\/restore$/, '')],
};

export const audienceMessageResource = describeResource(
	'audienceMessage',
	'Audience Message',
	'The conversation about the draft of an audience: read it, or restore the draft to the snapshot of a message',
	[getAudienceMessages, restoreAudienceMessage],
);
