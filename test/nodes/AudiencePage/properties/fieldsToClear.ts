import fc, { type Arbitrary } from 'fast-check';

import type { Field } from './fields';
import { none, type Given } from './given';
import type { FormRule } from './operation';

/** Each field that is cleared is one of its own in the request: null. */
const cleared = (chosen: Arbitrary<string[]>) =>
	fc.tuple(chosen, fc.boolean()).map(([value, byExpression]): Given[] => {
		const field = { parameter: 'fieldsToClear', value, byExpression, isLocator: false };
		return value.length === 0
			? [field]
			: value.map((name) => ({ ...field, at: ['body', name], meant: null }));
	});

/** Fields to Clear, of the fields that it offers. */
export const fieldsToClear = (clearable: string[]): Field => ({
	usual: fc.oneof(
		{ weight: 3, arbitrary: none },
		cleared(fc.uniqueArray(fc.constantFrom(...clearable), { maxLength: 1 })),
	),
	wild: fc.oneof(
		cleared(fc.uniqueArray(fc.constantFrom(...clearable))),
		cleared(fc.constantFrom(['name'], ['slug'], ['personId', 'email'], ['__proto__'])),
	),
});

/** A field that is set and cleared is meant neither way. */
export const notSetAndCleared: FormRule = (givens) =>
	givens
		.filter(({ parameter, meant }) => parameter.startsWith('updateFields.') && meant !== undefined)
		.flatMap(({ at }) => givens.filter((one) => one.parameter === 'fieldsToClear' && one.at?.[1] === at?.[1]))
		.map(({ parameter }) => parameter);
