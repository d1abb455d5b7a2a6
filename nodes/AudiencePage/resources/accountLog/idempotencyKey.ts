import type { IDataObject, IExecuteSingleFunctions, PreSendAction } from 'n8n-workflow';

import { perRun, RunScope } from '../../execution/runScope';
import { fieldError } from '../../fields/fieldError';
import { bodyOf, inBody } from '../../fields/routing';
import { mustHaveLength, type Rule } from '../../fields/text';
import { contentHash } from '../../shared/hash';
import { getOrMake, isEmpty } from '../../shared/values';
import { nameOfItem } from '../../shared/words';

const SEPARATOR_OF_NOTHING = /^[-_|:,;]|[-_|:,;]$|([-_|:,;])\1/;

/** A key without one of its values would be that of other entries, which would be lost. */
const mustHaveAllValues: Rule = (text) =>
	SEPARATOR_OF_NOTHING.test(text)
		? 'must not begin or end with one of - _ | : , ; nor repeat it: one of its values is empty'
		: undefined;

/** How the service can tell a repeated log entry from a new one (section 4.1). */
export const idempotencyKey = inBody(
	{
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		placeholder: 'e.g. {{ $json.id }}-{{ $json.stage }}-{{ $json.amount }}',
		description:
			'By this key, the service can recognize a log entry that it already has, even if its content is another. So put in the ID and all that may change, such as stage and amount of a deal, with hyphens between them. If empty, a retry of this execution sends the same log entry, and another execution a new one.',
	},
	{ rules: [mustHaveLength(1, 255), mustHaveAllValues] },
);

/** The entries of a run, by their keys. */
const entriesOf = perRun(() => new Map<string, { item: number; hash: string }>());

/**
 * The service would take an entry for another one that has its key: NodeOperationError for an entry
 * that has the key of an earlier item of the run, and other content.
 */
function refuseOtherContent(context: IExecuteSingleFunctions, body: IDataObject): void {
	const key = body.idempotencyKey as string;
	const entry = { item: context.getItemIndex(), hash: contentHash(body) };
	const first = getOrMake(entriesOf(context), key, () => entry);
	if (first.hash === entry.hash) return;
	const rule = `is that of ${nameOfItem(first.item)}, which has other content: the service would take this log entry for that one. Add to the key what tells them apart`;
	throw fieldError(context, idempotencyKey.displayName, rule, { value: key });
}

/** For `afterFields`, when the content of the entry is complete: without a key, makes one. */
export const sendIdempotencyKey: PreSendAction = async function (request) {
	const body = bodyOf(request);
	if (!isEmpty(body.idempotencyKey)) {
		refuseOtherContent(this, body);
		return request;
	}
	const ownKey = RunScope.of(this).execution.keyOf(this.getItemIndex());
	return { ...request, body: { ...body, idempotencyKey: ownKey } };
};
