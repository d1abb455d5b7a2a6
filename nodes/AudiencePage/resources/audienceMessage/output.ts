import type { INodeProperties, PreSendAction } from 'n8n-workflow';

import { fieldError } from '../../fields/fieldError';
import { wholeList } from '../../fields/list';
import { hasChosenFields } from '../../fields/outputFields';
import { simplified } from '../../fields/simplify';
import { isEmpty } from '../../shared/values';
import type { RequestFlow } from '../../transport/request';

export const output: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
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

const readConversation = simplified(CONVERSATION_FIELDS);

const readMessages = wholeList('messages');

/** Only messages have fields to choose from; for `afterFields`. */
export const refuseFieldsOfConversation: PreSendAction = async function (request) {
	if (this.getNodeParameter(output.name, '') !== 'conversation' || !hasChosenFields(this)) return request;
	throw fieldError(
		this,
		'Output Fields',
		'must be empty if Output is Conversation: it has no fields to choose from',
	);
};

/** Returns the conversation or its messages, as Output says: both are in one response (service interface, section 4.13). */
export const readChosenOutput: RequestFlow = async function (requestData) {
	const chosen = this.getNodeParameter(output.name, '');
	if (chosen === 'conversation') return await readConversation.call(this, requestData);
	if (isEmpty(chosen) || chosen === 'messages') return await readMessages.call(this, requestData);
	throw fieldError(this, output.displayName, 'must be messages or conversation', { value: chosen });
};
