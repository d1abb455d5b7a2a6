/** What can happen to a list and to the trigger that watches it. */
import fc, { type Arbitrary } from 'fast-check';

import type { FaultKind } from '../../../../service/sandbox';

type Value<A> = A extends Arbitrary<infer T> ? T : never;

const upTo = (max: number): Arbitrary<number> => fc.nat(max);
const maybe = <T>(arbitrary: Arbitrary<T>): Arbitrary<T | undefined> =>
	fc.option(arbitrary, { nil: undefined });

/** A change of the list; `at` chooses the record or the order. What is to come more often stands here more often. */
const change = fc.record({
	do: fc.constantFrom(
		...(['add', 'add', 'add', 'remove', 'replace', 'replace', 'leave', 'comeBack'] as const),
		...(['change', 'change', 'change', 'touch', 'arrange', 'backUp', 'rollBack'] as const),
	),
	at: upTo(99),
});
export type Change = Value<typeof change>;

/**
 * How the service cuts its lists into pages from now on: it refuses the limit that is asked for, keeps silently to a
 * smaller one, or holds all on one page.
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
	...(['resetBefore', 'resetAfter', 'cutShort', 'html', 'noCursor', 'repeatCursor', 'repeatCursor'] as const),
];

/** What goes wrong with so many of a poll's requests from `at` on; four are one with all its repetitions. */
const trouble = fc.record({
	kind: fc.constantFrom(...FAULTS),
	at: fc.oneof(fc.constant(0), upTo(4)),
	times: fc.constantFrom(1, 4, Infinity),
});

/** What happens to the list when the request at `at` has arrived. */
const meanwhile = fc.array(fc.record({ at: upTo(4), change }), { minLength: 1, maxLength: 2 });

/**
 * n8n's process loses the lease of its poll when the request at `at` has arrived. Then `to`, which may be the same one,
 * makes this poll from its beginning to its end; else nobody does, as after a crash.
 */
const loss = fc.record({ at: upTo(4), to: maybe(upTo(2)) });

export interface Poll {
	do: 'poll';
	/** Which of several processes polls. */
	by: number;
	/** So many at the same time. */
	atOnce: number;
	/** Only for a poll that has a lease. */
	loss?: Value<typeof loss>;
	trouble?: Value<typeof trouble>;
	/** The time is up when the service has given so many pages. */
	endsAfter?: number;
	meanwhile?: Value<typeof meanwhile>;
}

export const quietPoll: Poll = { do: 'poll', by: 0, atOnce: 1 };

/** What there is in a poll beside a quiet one. */
const special: Arbitrary<Partial<Poll>> = fc.oneof(
	{ weight: 4, arbitrary: fc.constant({}) },
	{ weight: 2, arbitrary: fc.record({ trouble }) },
	{ weight: 2, arbitrary: fc.record({ endsAfter: upTo(4) }) },
	{ weight: 2, arbitrary: fc.record({ meanwhile }) },
	{
		weight: 1,
		arbitrary: fc.record({
			...{ atOnce: fc.integer({ min: 2, max: 3 }), trouble: maybe(trouble) },
			...{ endsAfter: maybe(upTo(4)), meanwhile: maybe(meanwhile) },
		}),
	},
);

const poll: Arbitrary<Poll> = fc
	.record({ by: upTo(2), loss: fc.option(loss, { nil: undefined, freq: 1 }), special })
	.map(({ special: its, ...polled }) => ({ ...quietPoll, ...polled, ...its }));

/**
 * What happens to n8n: a process ends and starts again (`restart`), the workflow is only published again (`republish`),
 * n8n is restored from a backup, with what it had saved so many savings ago (`restore`), or the node gets another name.
 * Where n8n keeps static data, the first two too give back what was saved so many savings ago: an execution that began
 * with it may have written it back.
 */
const restart = fc.record({
	do: fc.constantFrom('restart', 'restart', 'republish', 'republish', 'restore', 'rename'),
	back: fc.oneof(fc.constant(0), upTo(5)),
	/** Which of several processes. */
	of: upTo(2),
});
export type Restart = Value<typeof restart>;

/** Nothing changes any more, and the trigger delivers all that it has not; the time of a slow poll is one page. */
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

/** With what a sequence begins; `processes` poll in turn, by n8n's durable scheduler; 0: one, by its timers in memory. */
export const setupsFor = (processes: Arbitrary<number>) =>
	fc.record({
		processes,
		records: upTo(12),
		/** Of the list, as a change of it. */
		order: upTo(9),
		paging,
		maxPerPoll: fc.option(fc.integer({ min: 1, max: 5 }), { nil: 1000, freq: 3 }),
		fullReadEvery: fc.option(fc.integer({ min: 1, max: 4 }), { nil: 12, freq: 5 }),
		/** In minutes. */
		pollEvery: fc.constantFrom(1, 4, 10, 60),
	});
export type Setup = Value<ReturnType<typeof setupsFor>>;
