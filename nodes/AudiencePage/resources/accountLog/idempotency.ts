import type { IDataObject, INodeProperties, PreSendAction } from 'n8n-workflow';

import { contentKey, itemKey } from '../../execution/identity';
import { options } from '../../fields/collections';
import { length } from '../../fields/rules';
import { bodyOf, inBody } from '../../fields/send';
import { refusal } from '../../transport/errors';
import { isEmpty } from '../../transport/isEmpty';

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
	default: 'item',
	description: 'What tells an entry that is sent again from a new one',
	options: [
		{
			name: 'Content',
			value: 'content',
			description: 'The content of the entry: equal entries are one, in whatever run they are sent',
		},
		{ name: 'Custom', value: 'custom', description: 'A key of your own, from the data of the item' },
		{
			name: 'Item',
			value: 'item',
			description: 'The item of this run: a retry repeats the entry, another run writes a new one',
		},
		{
			name: 'None',
			value: 'none',
			description: 'Nothing: an entry whose answer is lost is not sent again, and reported',
		},
	],
};

/** Without a mode, a key that was entered is meant to be used. */
const modeOf = (chosen: unknown, hasKey: boolean): unknown =>
	isEmpty(chosen) ? (hasKey ? 'custom' : mode.default) : chosen;

/**
 * Puts the key on the entry that the options ask for.
 *
 * @throws NodeOperationError if the key is to be the user's own and is empty: in silence, that
 * would write twice what the mode was chosen to write once
 */
const sendIdempotencyKey: PreSendAction = async function (request) {
	const { idempotencyKey, ...entry } = bodyOf(request);
	const hasKey = !isEmpty(idempotencyKey);
	const withKey = (value: IDataObject[string]) => ({
		...request,
		body: { ...entry, idempotencyKey: value },
	});

	switch (modeOf(this.getNodeParameter(`options.${mode.name}`, ''), hasKey)) {
		case 'item':
			return withKey(itemKey(this, entry));
		case 'content':
			return withKey(contentKey(entry));
		case 'custom':
			if (!hasKey) throw refusal(this, key.displayName, "must not be empty when its mode is 'Custom'");
			return withKey(idempotencyKey);
		case 'none':
			return { ...request, body: entry };
		default:
			throw refusal(this, mode.displayName, 'must be one of the modes in the list');
	}
};

/**
 * Options with the key by which the service can tell a repeated log entry from a new one (service
 * interface, section 4.1; what a repeated key does is not shown). They stand last among the fields:
 * a key that is made of the content needs all of it.
 */
export const optionsWithIdempotency: INodeProperties = {
	...options(key, mode),
	routing: { send: { preSend: [sendIdempotencyKey] } },
};
