import type { OrderingKeysOf } from '../../execution/requestPlan';
import { audienceId, messageId, pageId } from '../../fields/ids';
import { pathExpression } from '../../fields/routing';
import { apiError } from '../../transport/errors';
import { isFalse } from '../../shared/values';
import { singleRequest, type RequestFlow } from '../../transport/request';
import type { Operation } from '../operation';

/** @throws NodeApiError if the service says, in a success, that it restored nothing */
const restoreOrFail: RequestFlow = async function (requestData) {
	const responses = await singleRequest.call(this, requestData);
	if (!isFalse(responses[0]?.json.success)) return responses;
	throw apiError(this.getNode(), {
		message: 'The service did not restore the message',
		advice: 'Choose a message that has a snapshot',
		description: 'The service returned success: false. The list of Message shows those with a snapshot.',
	});
};

/** What is restored is the draft of the audience, whichever message it is restored to. */
const byAudience: OrderingKeysOf = ({ url }) => [url.replace(/\/messages\/[^/]+\/restore$/, '')];

export const restore: Operation = {
	option: {
		name: 'Restore',
		value: 'restore',
		action: 'Restore audience message',
		description: 'Restore the draft of an audience to the snapshot of a message',
		routing: {
			request: {
				method: 'POST',
				url: pathExpression('/v0/pages/{pageId}/audiences/{audienceId}/messages/{messageId}/restore'),
			},
			operations: { pagination: restoreOrFail },
		},
	},
	fields: [pageId, audienceId, messageId],
	record: { idField: messageId.name, fields: ['success'] },
	orderingKeys: byAudience,
	isIdempotent: true,
};
