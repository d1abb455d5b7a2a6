/** What the service interface does not show of keys (section 4.1) and of the search for people (4.8). */
import fc from 'fast-check';

import type { Deviation } from './Deviation';

export const repeatedKey = fc.constantFrom('409' as const, 'second entry' as const).map(
	(answer): Deviation => ({
		name: `a repeated idempotency key gives a ${answer}`,
		apply: ({ records }) => {
			records.repeatedKey = answer;
		},
		// What the service has by the key, but does not give, cannot be an output.
		mayFail: () => answer === '409',
	}),
);

export const lateSearch = fc.constantFrom(500, 2500, 60_000).map(
	(milliseconds): Deviation => ({
		name: `the search sees people after ${milliseconds} ms`,
		hides: 'the people',
		apply: ({ records }) => {
			records.searchIsLate = milliseconds;
		},
	}),
);

export const blindSearch = fc.subarray(['phoneNumber', 'linkedinProfileUrl'], { minLength: 1 }).map(
	(fields): Deviation => ({
		name: `the search does not look at ${fields.join(' and ')}`,
		apply: ({ records }) => {
			records.searched = records.searched.filter((field) => !fields.includes(field));
		},
	}),
);
