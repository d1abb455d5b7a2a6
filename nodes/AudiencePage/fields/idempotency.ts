import type { INodeProperties, PreSendAction } from 'n8n-workflow';

import { refusal } from '../transport/errors';
import { isEmpty } from '../transport/request';
import { length } from './rules';
import { bodyOf, inBody } from './send';

const key = inBody(
	{
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.dealId }}',
		description:
			"A text that is the same whenever the same entry is meant, e.g. the ID of the deal. For Idempotency Key Mode 'Custom'.",
	},
	{ rules: [length(1, 255)] },
);

const mode: INodeProperties = {
	displayName: 'Idempotency Key Mode',
	name: 'idempotencyKeyMode',
	type: 'options',
	default: 'none',
	description: 'Whether entries carry a key that keeps the service from writing the same entry twice',
	options: [
		{ name: 'Custom', value: 'custom', description: 'A key of your own, from the data of the item' },
		{
			name: 'None',
			value: 'none',
			description: 'No key: an entry that is sent twice is written twice',
		},
	],
};

/**
 * The key by which the service can tell a repeated log entry from a new one (service interface,
 * section 4.1; what a repeated key does is not shown). For the options of an operation.
 */
export const idempotency: INodeProperties[] = [key, mode];

/**
 * Sends the key that the options ask for, or none.
 *
 * @throws NodeOperationError if the key is to be the user's own and is empty: in silence, that
 * would write twice what the mode was chosen to write once
 */
export const sendIdempotencyKey: PreSendAction = async function (request) {
	const { idempotencyKey, ...entry } = bodyOf(request);
	const hasKey = !isEmpty(idempotencyKey);
	const chosen = this.getNodeParameter(`options.${mode.name}`, hasKey ? 'custom' : 'none');

	if (chosen === 'none') return { ...request, body: entry };
	if (chosen !== 'custom') throw refusal(this, mode.displayName, 'must be one of the modes in the list');
	if (!hasKey) throw refusal(this, key.displayName, "must not be empty when its mode is 'Custom'");
	return request;
};
