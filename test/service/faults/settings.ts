/** Faults by chance, and load: what a test can set while the sandbox runs. */
import type { FaultKind } from './kinds';

/** A token bucket: what comes when it is empty is answered with 429. */
export interface RateLimit {
	/** Requests a second. */
	perSecond: number;
	/** Requests at once. */
	burst: number;
	/** How a 429 says when to come back: Retry-After in seconds, as a date, or not at all. */
	retryAfter: 'seconds' | 'date' | 'none';
}

export interface Faults {
	/**
	 * Which requests draw which fault: the same seed and the same requests (method, URL, body, how many times
	 * since the sandbox started) give the same faults.
	 */
	seed: number;
	/** Share of requests, 0 to 1, by kind of fault; together at most 1. */
	chances: Partial<Record<FaultKind, number>>;
	/** Milliseconds before a request has any effect: fixed, or drawn from the first to the second. */
	latencyMs: number | [number, number];
	/** A new object begins with a full bucket. Undefined: no limit. */
	rateLimit?: RateLimit;
	/** The body of the 4xx and 5xx of faults. */
	errorBody: object;
	/** The origin that redirects lead to, without a slash at its end; a redirect needs it. */
	redirectTo?: string;
}

/** No faults, no latency, no limit. */
export function noFaults(): Faults {
	return {
		seed: 1,
		chances: {},
		latencyMs: 0,
		errorBody: { message: 'The sandbox was told to fail' },
	};
}
