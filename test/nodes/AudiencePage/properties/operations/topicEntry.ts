import fc, { type Arbitrary } from 'fast-check';

import { optional, pathId, type Field } from '../fields';
import { given, isEmpty } from '../given';
import { countsAreWhole, pagedList } from '../lists';
import type { Operation } from '../operation';
import { recordOn, runningTextMember, textMember } from '../structured';
import { nothingToUpdate } from '../updates';
import { empties, structures } from '../values';

const RESOURCE = 'topicEntry';
const topicId = pathId('topicId', 'topic_id');

/** Digits are a number, whether or not they come as text. */
const asNumber = (value: unknown): unknown => {
	if (isEmpty(value)) return undefined;
	return typeof value === 'string' && /^[0-9]+$/.test(value) ? Number(value) : value;
};

const sortOrderOf = (values: Arbitrary<unknown>) =>
	given('updateFields.sortOrder', values, { at: ['body', 'sortOrder'], meant: asNumber });
const numbers = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER));

const sortOrder: Field = optional({
	usual: sortOrderOf(fc.oneof({ weight: 3, arbitrary: numbers }, numbers.map(String), empties)),
	wild: sortOrderOf(
		fc.oneof(fc.constantFrom(-1, 1.5, 2 ** 53, '9007199254740992', '-1', '1.5', 'first', true), structures),
	),
});

export const topicEntry: Operation[] = [
	{
		resource: RESOURCE,
		operation: 'getAll',
		operationId: 'listTopicEntries',
		fields: [topicId, pagedList],
		rules: [countsAreWhole],
	},
	{
		resource: RESOURCE,
		operation: 'update',
		operationId: 'updateTopicEntry',
		fields: [
			topicId,
			pathId('topicEntryId', 'topic_entry_id'),
			recordOn(
				'updateFields.content',
				['body', 'content'],
				[textMember('type'), runningTextMember('content')],
			),
			sortOrder,
		],
		rules: [nothingToUpdate],
	},
];
