import fc from 'fast-check';

import { located, type Field } from '../fields';
import { given } from '../given';
import type { Operation } from '../operation';

const RESOURCE = 'audienceMessage';
const pageId = located('pageId', 'page_id');
const audienceId = located('audienceId', 'audience_id');

const output = given('output', fc.constantFrom('messages', 'conversation'), { isFixed: true });
const anyOutput: Field = { usual: output, wild: output };

export const audienceMessage: Operation[] = [
	{
		resource: RESOURCE,
		operation: 'getAll',
		operationId: 'listAudienceMessages',
		fields: [pageId, audienceId, anyOutput],
	},
	{
		resource: RESOURCE,
		operation: 'restore',
		operationId: 'restoreAudienceMessage',
		fields: [pageId, audienceId, located('messageId', 'message_id')],
	},
];
