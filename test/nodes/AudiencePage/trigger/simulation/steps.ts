/** What can happen to a list and to the trigger that watches it. */
import fc, { type Arbitrary } from 'fast-check';
import type { FaultKind } from '../../../../service/sandbox';

type Value<A> = A extends Arbitrary<infer T> ? T : never;

const rarely = <T>(value: Arbitrary<T>): Arbitrary<T | undefined> =>
	fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

/**
 * A change of the list: a record is added, changes, leaves the list, or comes back; or all stand in
 * another order. `choice` says which record or order.
 */
const change = fc.record({
	do: fc.constantFrom('add', 'add', 'change', 'change', 'leave', 'comeBack', 'arrange'),
	choice: fc.nat(99),
});
export type Change = Value<typeof change>;

const pageSize = fc.constantFrom(1, 2, 2, 3, Infinity);

/** So many records on a list page from now on. */
const paging = fc.record({ do: fc.constant('page'), size: pageSize });

/** Whether the service tells the counts of searches from now on. */
const count = fc.record({ do: fc.constant('count'), isTold: fc.boolean() });

const FAULTS: FaultKind[] = [
	'unavailable',
	'internalError',
	'tooManyRequests',
	'resetAfter',
	'cutShort',
	'html',
	'noCursor',
	'repeatCursor',
];

const events = {
	/** What goes wrong with so many of a poll's requests, from the one at `start` on. */
	trouble: rarely(
		fc.record({
			kind: fc.constantFrom(...FAULTS),
			start: fc.nat(3),
			times: fc.constantFrom(1, 4, Infinity),
		}),
	),
	/** The time is up when the service has given so many answers. */
	endsAfter: rarely(fc.integer({ min: 1, max: 3 })),
	/** What happens to the list when the request with this number has arrived. */
	meanwhile: rarely(fc.record({ request: fc.nat(3), change })),
};
export type PollEvents = { [Name in keyof typeof events]?: Value<(typeof events)[Name]> };

const poll = fc.record({ do: fc.constant('poll'), ...events });

/**
 * n8n starts again, or publishes the workflow again, with what it saved last, or some savings ago.
 */
const restart = fc.record({
	do: fc.constantFrom('restart', 'republish'),
	savingsAgo: fc.oneof(fc.constant(0), fc.nat(5)),
});
export type Restart = Value<typeof restart>;

/** Nothing changes any more until all is delivered; a slow poll reads one list page. */
const settle = fc.record({ do: fc.constant('settle'), isSlow: fc.boolean() });

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
	startFrom: fc.constantFrom('now', 'everything'),
	records: fc.integer({ min: 4, max: 12 }),
	pageSize,
	maxPerPoll: fc.constantFrom(1, 3, 1000),
	fullReadEvery: fc.constantFrom(1, 3, 12),
	/** In minutes. */
	pollEvery: fc.constantFrom(1, 4, 10, 60),
});
export type Setup = Value<typeof setups>;
