import { options } from '../../fields/collections';
import { audienceId, messageId, pageId } from '../../fields/locators';
import { path } from '../../fields/routing';
import { apiError } from '../../transport/errors';
import { singleRequest, type RequestFlow } from '../../transport/request';
import type { Operation } from '../describe';

/** @throws NodeApiError if the service says, in a success, that it restored nothing */
const restored: RequestFlow = async function (requestData) {
	const answers = await singleRequest.call(this, requestData);
	if (answers[0]?.json.success !== false) return answers;
	throw apiError(this.getNode(), {
		message: 'The service did not restore the message',
		advice: 'Choose a message that has a snapshot',
		description: 'The service returned success: false. The list of Message shows those with a snapshot.',
	});
};

export const restore: Operation = {
	option: {
		name: 'Restore',
		value: 'restore',
		action: 'Restore audience message',
		description: 'Restore the draft of an audience to the snapshot of a message',
		routing: {
			request: {
				method: 'POST',
				url: path('/v0/pages/{pageId}/audiences/{audienceId}/messages/{messageId}/restore'),
			},
			operations: { pagination: restored },
		},
	},
	fields: [pageId, audienceId, messageId, options()],
};
