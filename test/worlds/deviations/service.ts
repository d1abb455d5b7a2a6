/**
 * What the service interface does not show of rates (section 8), keys (4.1) and the search for
 * people (4.8).
 */
import fc from 'fast-check';
import {
	fixedWindow,
	RETRY_AFTER,
	slidingWindow,
	tokenBucket,
	type Limit,
	type RetryAfter,
} from '../../nodes/AudiencePage/transport/simulation/limits';
import type { WorldService } from '../WorldService';
import type { Deviation } from './Deviation';

/** Limits of so many requests in so many milliseconds. */
const kinds: Record<string, (requests: number, per: number, service: WorldService) => Limit> = {
	'fixed window': (requests, per) => fixedWindow(requests, per),
	'token bucket': (requests, per) => tokenBucket((requests * 1000) / per, requests),
	'sliding window': slidingWindow,
	'in flight': (requests, _per, service) => ({
		take: () => (service.inWork > requests ? 1000 : 0),
	}),
};

/** Answers 429 after which the limit is said with 503. */
const UNTIL_503 = 4;

export const limit = fc
	.record({
		rate: fc.constantFrom([1, 1000], [10, 1000], [5, 5000], [10, 60_000]) as fc.Arbitrary<
			[number, number]
		>,
		kind: fc.constantFrom(...Object.entries(kinds)),
		header: fc.constantFrom(...(Object.keys(RETRY_AFTER) as RetryAfter[])),
		becomes503: fc.boolean(),
	})
	.map(({ rate: [requests, per], kind: [kind, limitOf], header, becomes503 }): Deviation => {
		const last = becomes503 ? `, after ${UNTIL_503} answers 429 it is 503` : '';
		return {
			name: `a limit of ${requests} in ${per} ms (${kind}); Retry-After is ${header}${last}`,
			apply: (service) => {
				const gate = limitOf(requests, per, service);
				let limited = 0;
				service.hooks.push({
					refuse: () => {
						const wait = gate.take(Date.now());
						if (wait === 0) return undefined;
						const retryAfter = RETRY_AFTER[header](wait);
						return {
							status: becomes503 && ++limited > UNTIL_503 ? 503 : 429,
							body: { message: 'Too many requests' },
							headers: { 'retry-after': retryAfter ?? '' },
						};
					},
				});
			},
			// A 503 says nothing of a limit, but for its Retry-After.
			mayFail: () => becomes503,
		};
	});

/** Up to two seconds, now more, now less. */
export const latency = fc.integer({ min: 1, max: 2000 }).map(
	(most): Deviation => ({
		name: `an answer takes up to ${most} ms`,
		apply: ({ hooks }) => hooks.push({ latency: ({ number }) => (number * 617) % (most + 1) }),
	}),
);

export const repeatedKey = fc.constantFrom('conflict' as const, 'ignore' as const).map(
	(idempotency): Deviation => ({
		name: `a repeated idempotency key gives a ${idempotency === 'ignore' ? 'second entry' : '409'}`,
		apply: ({ settings }) => void Object.assign(settings, { idempotency }),
		// What the service has by the key, but does not give, cannot be an output.
		mayFail: () => idempotency === 'conflict',
	}),
);

export const lateSearch = fc.constantFrom(500, 2500, 60_000).map(
	(searchDelayMs): Deviation => ({
		name: `the search sees people after ${searchDelayMs} ms`,
		hides: 'the people',
		apply: ({ settings }) => void Object.assign(settings, { searchDelayMs }),
	}),
);

export const blindSearch = fc.subarray(['phoneNumber', 'linkedinProfileUrl'], { minLength: 1 }).map(
	(unsearched): Deviation => ({
		name: `the search does not look at ${unsearched.join(' and ')}`,
		apply: ({ settings }) => void Object.assign(settings, { unsearched }),
	}),
);
