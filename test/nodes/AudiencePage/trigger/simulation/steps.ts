/** What can happen to a list and to the trigger that watches it. */
import fc, { type Arbitrary } from 'fast-check';

import type { FaultKind } from '../../../../service/sandbox';

/** A change of the list; `at` chooses the record or the order. */
export interface Change {
	do: 'add' | 'remove' | 'replace' | 'leave' | 'comeBack' | 'change' | 'touch' | 'arrange';
	at: number;
}

/** How the service cuts its lists into pages from now on. */
export interface Paging {
	do: 'page';
	/** It refuses the limit that is asked for, keeps silently to a smaller one, or holds all on one page. */
	how: 'refuses' | 'cuts' | 'holdsAll';
	size: number;
}

/** Whether the service tells the counts of searches from now on. */
export interface Count {
	do: 'count';
	isTold: boolean;
}

/** What goes wrong with a poll's requests, beginning with the one at `at`. */
export interface Trouble {
	kind: FaultKind;
	at: number;
	/** Of how many requests; four are one with all its repetitions. */
	times: number;
}

export interface Poll {
	do: 'poll';
	/** So many at the same time. */
	atOnce: number;
	trouble?: Trouble;
	/** The time is up when the service has given so many pages. */
	endsAfter?: number;
	/** What happens to the list when the request at `at` has arrived. */
	meanwhile: Array<{ at: number; change: Change }>;
}

/** n8n ends and starts again, or only publishes the workflow again. */
export interface Restart {
	do: 'restart' | 'republish';
	/** With what it had saved so many savings ago: an execution that began with it may have written it back. */
	back: number;
}

/** Nothing changes any more, and the trigger delivers all that it has not. */
export interface Settle {
	do: 'settle';
	/** Whether the time of each poll is up after one page. */
	isSlow: boolean;
}

export type Step = Change | Paging | Count | Poll | Restart | Settle;

/** With what a sequence begins. */
export interface Setup {
	records: number;
	/** The order of the list, as a change of it. */
	order: number;
	paging: Paging;
	maxPerPoll?: number;
	fullReadEvery?: number;
	/** Minutes from poll to poll. */
	pollEvery: number;
}

const upTo = (max: number): Arbitrary<number> => fc.integer({ min: 0, max });

/** What is to come more often stands here more often. */
const CHANGES: Array<Change['do']> = [
	...(['add', 'add', 'add', 'remove', 'replace', 'replace', 'leave', 'comeBack'] as const),
	...(['change', 'change', 'change', 'touch', 'arrange'] as const),
];

const change: Arbitrary<Change> = fc.record({ do: fc.constantFrom(...CHANGES), at: upTo(99) });

const paging: Arbitrary<Paging> = fc.record({
	do: fc.constant('page'),
	how: fc.constantFrom('refuses', 'cuts', 'cuts', 'holdsAll'),
	size: fc.integer({ min: 1, max: 6 }),
});

const count: Arbitrary<Count> = fc.record({ do: fc.constant('count'), isTold: fc.boolean() });

const FAULTS: FaultKind[] = [
	...(['unavailable', 'unavailable', 'internalError', 'internalError', 'tooManyRequests'] as const),
	...(['resetBefore', 'resetAfter', 'cutShort', 'html', 'noCursor', 'repeatCursor', 'repeatCursor'] as const),
];

const trouble: Arbitrary<Trouble> = fc.record({
	kind: fc.constantFrom(...FAULTS),
	at: fc.oneof(fc.constant(0), upTo(4)),
	times: fc.constantFrom(1, 4, Infinity),
});

const meanwhile = fc.array(fc.record({ at: upTo(4), change }), { minLength: 1, maxLength: 2 });

const quietPoll: Poll = { do: 'poll', atOnce: 1, meanwhile: [] };

const poll: Arbitrary<Poll> = fc.oneof(
	{ weight: 4, arbitrary: fc.constant(quietPoll) },
	{ weight: 2, arbitrary: trouble.map((wrong): Poll => ({ ...quietPoll, trouble: wrong })) },
	{ weight: 2, arbitrary: upTo(4).map((endsAfter): Poll => ({ ...quietPoll, endsAfter })) },
	{ weight: 2, arbitrary: meanwhile.map((changes): Poll => ({ ...quietPoll, meanwhile: changes })) },
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('poll'),
			atOnce: fc.integer({ min: 2, max: 3 }),
			trouble: fc.option(trouble, { nil: undefined }),
			endsAfter: fc.option(upTo(4), { nil: undefined }),
			meanwhile: fc.option(meanwhile, { nil: [] }),
		}),
	},
);

const restart: Arbitrary<Restart> = fc.record({
	do: fc.constantFrom('restart', 'republish'),
	back: fc.oneof(fc.constant(0), upTo(5)),
});

const settle: Arbitrary<Settle> = fc.record({
	do: fc.constant('settle'),
	isSlow: fc.boolean(),
});

const LONGEST = 40;

export const sequences: Arbitrary<Step[]> = fc.array(
	fc.oneof(
		{ weight: 12, arbitrary: change },
		{ weight: 12, arbitrary: poll },
		{ weight: 2, arbitrary: paging },
		{ weight: 1, arbitrary: count },
		{ weight: 2, arbitrary: restart },
		{ weight: 1, arbitrary: settle },
	),
	{ maxLength: LONGEST, size: 'max' },
);

export const setups: Arbitrary<Setup> = fc.record({
	records: upTo(12),
	order: upTo(9),
	paging,
	maxPerPoll: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined, freq: 3 }),
	fullReadEvery: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 5 }),
	pollEvery: fc.constantFrom(1, 4, 10, 60),
});
