import { options } from '../../fields/collections';
import { audienceId, pageId } from '../../fields/locators';
import { path } from '../../fields/routing';
import { simplify } from '../../fields/simplify';
import type { Operation } from '../describe';
import { readAsChosen, output } from './output';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many audience messages',
		description: 'Get the conversation about the draft of an audience',
		routing: {
			request: { method: 'GET', url: path('/v0/pages/{pageId}/audiences/{audienceId}/messages') },
			operations: { pagination: readAsChosen },
		},
	},
	fields: [
		pageId,
		audienceId,
		output,
		{ ...simplify, displayOptions: { show: { output: ['conversation'] } } },
		options(),
	],
};
