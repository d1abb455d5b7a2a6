/** The key of a log entry: the user's own, the node's own, or none. */
import fc, { type Arbitrary } from 'fast-check';

import type { Field } from './fields';
import { given, together, type Given } from './given';
import type { FormRule } from './operation';
import { anything, textsOfLength, tooLong } from './values';

/** Stands for a key that the node makes: 64 hexadecimal digits. */
export const NODES_OWN_KEY = '0'.repeat(64);

const MODE = 'options.idempotencyKeyMode';
const KEY = 'options.idempotencyKey';
const at = ['body', 'idempotencyKey'];

const mode = (value: string): Arbitrary<Given[]> => given(MODE, fc.constant(value));
const ownKey = (value: string): Arbitrary<Given[]> =>
	given(MODE, fc.constant(value), { at, meant: () => NODES_OWN_KEY });
const key = (values: Arbitrary<unknown>) => given(KEY, values, { at });

const custom = (values: Arbitrary<unknown>) => together(mode('custom'), key(values));
/** A key that is filled counts in every mode. */
const inAnyMode = (values: Arbitrary<unknown>) =>
	together(given(MODE, fc.constantFrom('', 'content', 'custom', 'item', 'none')), key(values));

/** Idempotency Key Mode and Idempotency Key. */
export const idempotency: Field = {
	usual: fc.oneof(
		mode('none'),
		ownKey('item'),
		ownKey('content'),
		inAnyMode(textsOfLength(1, 255)),
		key(textsOfLength(1, 255)),
	),
	wild: custom(fc.oneof(tooLong(255), anything)),
};

/** A key of the user's own has to be there. */
export const customKeyIsFilled: FormRule = (givens) => {
	const isCustom = givens.some(({ parameter, value }) => parameter === MODE && value === 'custom');
	const isFilled = givens.some(({ parameter, meant }) => parameter === KEY && meant !== undefined);
	return isCustom && !isFilled ? [KEY] : [];
};
