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
		description: 'Key that is the same whenever the same entry is meant, e.g. the ID of the deal',
		displayOptions: { show: { '/options.idempotencyKeyMode': ['custom'] } },
	},
	{ rules: [length(1, 255)] },
);

/** Without its key a custom mode would write in silence what it was chosen to prevent. */
const needsItsKey: PreSendAction = async function (request) {
	const isCustom = this.getNodeParameter('options.idempotencyKeyMode', 'none') === 'custom';
	if (isCustom && isEmpty(bodyOf(request).idempotencyKey)) {
		throw refusal(this, key.displayName, "must not be empty when Idempotency Key Mode is 'Custom'");
	}
	return request;
};

/**
 * The key by which the service can tell a repeated log entry from a new one (service interface,
 * section 4.1; what a repeated key does is not shown). For the options of an operation.
 */
export const idempotency: INodeProperties[] = [
	key,
	{
		displayName: 'Idempotency Key Mode',
		name: 'idempotencyKeyMode',
		type: 'options',
		default: 'none',
		description: 'Whether entries carry a key that keeps the service from writing the same entry twice',
		routing: { send: { preSend: [needsItsKey] } },
		options: [
			{
				name: 'Custom',
				value: 'custom',
				description: 'A key of your own, from the data of the item',
			},
			{
				name: 'None',
				value: 'none',
				description: 'No key: an entry that is sent twice is written twice',
			},
		],
	},
];
