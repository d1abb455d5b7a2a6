/** Limit, Return All and Page Size: what they ask for, and what they forbid. */
import fc, { type Arbitrary } from 'fast-check';

import type { Field } from './fields';
import { given, isEmpty, none, together, type FormRule } from './given';
import { empties } from './values';

/** What the fields are where they are left empty. */
const USUAL = { limit: 50, 'options.pageSize': 100 };
type Count = keyof typeof USUAL;

const numbers = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constantFrom(1, 50, 99, 100, 101, 2 ** 31));
const counts: Arbitrary<unknown> = fc.oneof(
	{ weight: 8, arbitrary: numbers },
	{ weight: 2, arbitrary: numbers.map(String) },
	{ weight: 1, arbitrary: empties },
);
const noCounts = fc.constantFrom<unknown>(
	...[0, -1, 1.5, 2 ** 53, '0', '-1', '2.5', '1e3', '0x10', 'ten', true, false, {}, { a: 1 }, [], [5]],
);

const meantBy = (count: Count, value: unknown): number => (isEmpty(value) ? USUAL[count] : Number(value));

/** Return All, Limit and Page Size of a list with cursors: the first request asks for no more than a page. */
export const pagedList: Field = {
	usual: together(
		given('returnAll', fc.boolean(), { isFixed: true }),
		given('limit', counts),
		fc.oneof(none, given('options.pageSize', counts)),
	).map(([returnAll, limit, pageSize]) => {
		const most = returnAll!.value === true ? Infinity : meantBy('limit', limit!.value);
		const meant = Math.min(meantBy('options.pageSize', pageSize?.value), most);
		return [{ ...returnAll!, at: ['query', 'limit'], meant }, limit!, ...(pageSize ? [pageSize] : [])];
	}),
	wild: together(
		given('returnAll', fc.constant(false), { isFixed: true }),
		fc.oneof(given('limit', noCounts), together(given('limit', counts), given('options.pageSize', noCounts))),
	),
};

/** Limit of a list without cursors, which is asked for at once. */
export const limit: Field = {
	usual: given('limit', counts, { at: ['query', 'limit'], meant: (value) => meantBy('limit', value) }),
	wild: given('limit', noCounts),
};

const isCount = (value: unknown): boolean =>
	isEmpty(value) ||
	(['number', 'string'].includes(typeof value) &&
		/^[1-9][0-9]*$/.test(String(value)) &&
		Number.isSafeInteger(Number(value)));

/** The service takes any number; the form takes only what a number of records can be. */
export const countsAreWhole: FormRule = (givens) =>
	givens
		.filter(({ parameter, value }) => parameter in USUAL && !isCount(value))
		.map(({ parameter }) => parameter);
