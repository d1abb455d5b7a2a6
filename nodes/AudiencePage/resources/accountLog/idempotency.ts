import type { INodeProperties } from 'n8n-workflow';

import { RunScope, type OperationHook } from '../../execution/runScope';
import { chosenOption, type ChoiceField } from '../../fields/choice';
import { fieldError } from '../../fields/fieldError';
import { bodyOf, inBody } from '../../fields/routing';
import { everyPart, lengthBetween, noPlaceholder } from '../../fields/text';
import { contentHashInTurns } from '../../shared/hash';
import { isEmpty } from '../../shared/values';

const key = inBody(
	{
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		placeholder: 'e.g. {{ $json.dealId }}-{{ $json.stage }}',
		description:
			'Your own key, by which the service recognizes a log entry that it already has. To log every stage of a deal, use its ID and stage, because the ID alone would drop later stages. If set, the key is used in every mode.',
	},
	{ rules: [lengthBetween(1, 255), noPlaceholder, everyPart('options.idempotencyKey')] },
);

const mode: ChoiceField<'content' | 'custom' | 'item' | 'none'> = {
	displayName: 'Idempotency Key Mode',
	name: 'idempotencyKeyMode',
	type: 'options',
	default: 'item',
	description: 'How to recognize a log entry that was already written if Idempotency Key is empty',
	options: [
		{
			name: 'Content',
			value: 'content',
			description: 'By content: log entries with the same content have the same key, even in later runs',
		},
		{ name: 'Custom', value: 'custom', description: 'Only by Idempotency Key. Items without a key fail.' },
		{
			name: 'Item',
			value: 'item',
			description:
				'By item: a retry sends the same log entry, but running the workflow again sends a new one',
		},
		{
			name: 'None',
			value: 'none',
			description:
				'Not at all: if the service does not confirm a log entry, the item fails and is not retried',
		},
	],
};

/** How the service can tell a repeated log entry from a new one (section 4.1; what a repeated key does is not shown). */
export const idempotencyOptions: INodeProperties[] = [key, mode];

/** For `afterFields`: a key made of the content needs all of it. NodeOperationError if the user's own is missing. */
export const sendIdempotencyKey: OperationHook = async function (request, run) {
	const { idempotencyKey, ...entry } = bodyOf(request);
	const chosen = chosenOption(this, mode, `options.${mode.name}`);
	if (!isEmpty(idempotencyKey)) return request;

	const withKey = (made: string) => ({ ...request, body: { ...entry, idempotencyKey: made } });
	if (chosen === 'item') {
		const { idempotencyKeys } = run ?? RunScope.of(this);
		return withKey(await idempotencyKeys.forItem(this.getItemIndex(), entry));
	}
	if (chosen === 'content') return withKey(await contentHashInTurns(entry));
	if (chosen === 'none') return { ...request, body: entry };
	// Sent without a key, it would write twice what the mode was chosen to write once.
	throw fieldError(this, key.displayName, 'must not be empty if Idempotency Key Mode is Custom');
};
