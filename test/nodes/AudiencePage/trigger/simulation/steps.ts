/** What can happen to a list and to the trigger that watches it. */
import fc, { type Arbitrary } from 'fast-check';
import type { FaultKind } from '../../../../service/sandbox';

type Value<A> = A extends Arbitrary<infer T> ? T : never;

const maybe = <T>(value: Arbitrary<T>): Arbitrary<T | undefined> =>
	fc.option(value, { nil: undefined });

/**
 * A change of the list; `at` chooses the record or the order. What is to come more often stands
 * here more often.
 */
const change = fc.record({
	do: fc.constantFrom(
		...(['add', 'add', 'add', 'remove', 'replace', 'replace', 'leave', 'comeBack'] as const),
		...(['change', 'change', 'change', 'arrange'] as const),
	),
	at: fc.nat(99),
});
export type Change = Value<typeof change>;

/**
 * How the service cuts lists from now on: it refuses a limit, keeps to a smaller one, or holds all
 * on one page.
 */
const paging = fc.record({
	do: fc.constant('page' as const),
	how: fc.constantFrom('refuses', 'cuts', 'cuts', 'holdsAll'),
	size: fc.integer({ min: 1, max: 6 }),
});
export type Paging = Value<typeof paging>;

/** Whether the service tells the counts of searches from now on. */
const count = fc.record({ do: fc.constant('count' as const), isTold: fc.boolean() });

const FAULTS: FaultKind[] = [
	...(['unavailable', 'unavailable', 'internalError', 'internalError', 'tooManyRequests'] as const),
	...([
		'resetBefore',
		'resetAfter',
		'cutShort',
		'html',
		'noCursor',
		'repeatCursor',
		'repeatCursor',
	] as const),
];

const parts = {
	/** So many polls at the same time. */
	atOnce: fc.integer({ min: 2, max: 3 }),
	/**
	 * What goes wrong with so many of a poll's requests from `at` on; four are one with all its
	 * repetitions.
	 */
	trouble: fc.record({
		kind: fc.constantFrom(...FAULTS),
		at: fc.oneof(fc.constant(0), fc.nat(4)),
		times: fc.constantFrom(1, 4, Infinity),
	}),
	/** The time is up when the service has given so many pages. */
	endsAfter: fc.nat(4),
	/** What happens to the list when the request at `at` has arrived. */
	meanwhile: fc.array(fc.record({ at: fc.nat(4), change }), { minLength: 1, maxLength: 2 }),
};
const { atOnce, trouble, endsAfter, meanwhile } = parts;

const special = fc.oneof(
	{ weight: 4, arbitrary: fc.constant({}) },
	{ weight: 2, arbitrary: fc.record({ trouble }) },
	{ weight: 2, arbitrary: fc.record({ endsAfter }) },
	{ weight: 2, arbitrary: fc.record({ meanwhile }) },
	{
		weight: 1,
		arbitrary: fc.record({
			atOnce,
			trouble: maybe(trouble),
			endsAfter: maybe(endsAfter),
			meanwhile: maybe(meanwhile),
		}),
	},
);
export type Poll = { [Name in keyof typeof parts]?: Value<(typeof parts)[Name]> };

const poll = special.map((its: Poll) => ({ do: 'poll' as const, its }));

/**
 * n8n starts again, or publishes the workflow again, with what was saved so many savings ago, as it
 * may happen.
 */
const restart = fc.record({
	do: fc.constantFrom('restart', 'republish'),
	back: fc.oneof(fc.constant(0), fc.nat(5)),
});
export type Restart = Value<typeof restart>;

/**
 * Nothing changes any more, and the trigger delivers all that it has not; the time of a slow poll
 * is one page.
 */
const settle = fc.record({ do: fc.constant('settle' as const), isSlow: fc.boolean() });

export const sequences = fc.array(
	fc.oneof(
		{ weight: 12, arbitrary: change },
		{ weight: 12, arbitrary: poll },
		{ weight: 2, arbitrary: paging },
		{ weight: 1, arbitrary: count },
		{ weight: 2, arbitrary: restart },
		{ weight: 1, arbitrary: settle },
	),
	{ maxLength: 40, size: 'max' },
);
export type Step = Value<typeof sequences>[number];

/** With what a sequence begins. */
export const setups = fc.record({
	records: fc.nat(12),
	/** Of the list, as a change of it. */
	order: fc.nat(9),
	paging,
	maxPerPoll: fc.option(fc.integer({ min: 1, max: 5 }), { nil: 1000, freq: 3 }),
	fullReadEvery: fc.option(fc.integer({ min: 1, max: 4 }), { nil: 12, freq: 5 }),
	/** In minutes. */
	pollEvery: fc.constantFrom(1, 4, 10, 60),
});
export type Setup = Value<typeof setups>;
