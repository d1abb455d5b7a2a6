import { audienceId, pageId } from '../../fields/ids';
import { pathExpression } from '../../fields/routing';
import { simplify } from '../../fields/simplify';
import type { Operation } from '../operation';
import { MESSAGE } from '../records';
import { output, readChosenOutput, refuseFieldsOfConversation } from './output';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many audience messages',
		description: 'Get the conversation about the draft of an audience',
		routing: {
			request: { method: 'GET', url: pathExpression('/v0/pages/{pageId}/audiences/{audienceId}/messages') },
			operations: { pagination: readChosenOutput },
		},
	},
	fields: [
		pageId,
		audienceId,
		output,
		{ ...simplify, displayOptions: { show: { output: ['conversation'] } } },
	],
	record: MESSAGE,
	afterFields: [refuseFieldsOfConversation],
};
