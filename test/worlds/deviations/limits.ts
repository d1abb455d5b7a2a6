/** How often the service can be called (service interface, section 8: not shown). */
import fc from 'fast-check';

import {
	fixedWindow,
	RETRY_AFTER,
	slidingWindow,
	tokenBucket,
	type Limit,
	type RetryAfter,
} from '../../nodes/AudiencePage/transport/simulation/limits';
import type { Answer } from '../exchange';
import type { WorldService } from '../WorldService';
import type { Deviation } from './Deviation';

interface Rate {
	/** How many requests. */
	requests: number;
	/** In how many milliseconds. */
	per: number;
}

const kinds = {
	'fixed window': ({ requests, per }) => fixedWindow(requests, per),
	'token bucket': ({ requests, per }) => tokenBucket((requests * 1000) / per, requests),
	'sliding window': ({ requests, per }) => slidingWindow(requests, per),
	'in flight': ({ requests }, service) => ({ take: () => (service.inWork > requests ? 1000 : 0) }),
} satisfies Record<string, (rate: Rate, service: WorldService) => Limit>;

const RATES: Rate[] = [
	{ requests: 1, per: 1000 },
	{ requests: 3, per: 1000 },
	{ requests: 10, per: 1000 },
	{ requests: 5, per: 5000 },
	{ requests: 10, per: 60_000 },
];

/** Answers 429 after which the limit is said with 503. */
const UNTIL_503 = 4;

export const limit = fc
	.record({
		rate: fc.constantFrom(...RATES),
		kind: fc.constantFrom(...(Object.keys(kinds) as Array<keyof typeof kinds>)),
		header: fc.constantFrom(...(Object.keys(RETRY_AFTER) as RetryAfter[])),
		becomes503: fc.boolean(),
	})
	.map(({ rate, kind, header, becomes503 }): Deviation => {
		const often = kind === 'in flight' ? `${rate.requests}` : `${rate.requests} in ${rate.per} ms`;
		const last = becomes503 ? `, after ${UNTIL_503} answers 429 it is 503` : '';
		return {
			name: `a limit of ${often} (${kind}); Retry-After is ${header}${last}`,
			apply: (service) => {
				const gate: Limit = kinds[kind](rate, service);
				let limited = 0;
				service.hooks.push({
					refuse: (): Answer | undefined => {
						const wait = gate.take(Date.now());
						if (wait === 0) return undefined;
						const retryAfter = RETRY_AFTER[header](wait);
						return {
							status: becomes503 && ++limited > UNTIL_503 ? 503 : 429,
							body: { message: 'Too many requests' },
							headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
						};
					},
				});
			},
			// A 503 says nothing of a limit, but for its Retry-After.
			mayFail: () => becomes503,
		};
	});
