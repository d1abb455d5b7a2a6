import type { INodeProperties, PreSendAction } from 'n8n-workflow';

import { contentKey, itemKey } from '../../execution/idempotencyKeys';
import { options } from '../../fields/collections';
import { length } from '../../fields/rules';
import { bodyOf, inBody } from '../../fields/routing';
import { fieldError } from '../../fields/fieldError';
import { isEmpty } from '../../shared/values';

const key = inBody(
	{
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.dealId }}-{{ $json.stage }}',
		description:
			'Your own key: entries with the same key are meant to be one, e.g. deal ID and stage. The deal ID alone would drop the later stages. A key that is filled counts whatever the mode.',
	},
	{ rules: [length(1, 255)] },
);

const mode: INodeProperties = {
	displayName: 'Idempotency Key Mode',
	name: 'idempotencyKeyMode',
	type: 'options',
	default: 'item',
	description: 'How an entry that was already written is recognised where Idempotency Key is empty',
	options: [
		{
			name: 'Content',
			value: 'content',
			description: 'By its content: entries with the same content are one, even in later runs',
		},
		{
			name: 'Custom',
			value: 'custom',
			description: 'Only by Idempotency Key: an item without one is refused',
		},
		{
			name: 'Item',
			value: 'item',
			description: 'By its item: a retry repeats the entry, running the workflow again writes a new one',
		},
		{
			name: 'None',
			value: 'none',
			description: 'Not at all: if the answer is lost, the entry is not sent again and an error is shown',
		},
	],
};

/**
 * Puts the key on the entry that the options ask for: the user's own where there is one.
 *
 * @throws NodeOperationError if the key is to be the user's own and is empty: in silence, that
 * would write twice what the mode was chosen to write once
 */
const sendIdempotencyKey: PreSendAction = async function (request) {
	const { idempotencyKey, ...entry } = bodyOf(request);
	const given = this.getNodeParameter(`options.${mode.name}`, '');
	const chosen = isEmpty(given) ? mode.default : given;
	if (!mode.options?.some((option) => 'value' in option && option.value === chosen)) {
		throw fieldError(this, mode.displayName, 'must be one of the modes in the list');
	}
	if (!isEmpty(idempotencyKey)) return request;

	const withKey = (made: string) => ({ ...request, body: { ...entry, idempotencyKey: made } });
	if (chosen === 'item') return withKey(itemKey(this, entry));
	if (chosen === 'content') return withKey(contentKey(entry));
	if (chosen === 'none') return { ...request, body: entry };
	throw fieldError(this, key.displayName, "must not be empty when its mode is 'Custom'");
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
