import type { IHttpRequestOptions } from 'n8n-workflow';

import { LONGEST_WAIT } from './limiter';
import type { Verdict } from './outcome';
import { isRepeatable } from './request';
import { backoff } from './waiting';

/** All waits of one request together, in milliseconds; those for a rate limit do not count. */
export const LONGEST_WAITING = 300_000;

/** What came of sending a request once, as far as a next time goes. */
export interface Judged {
	verdict: Verdict;
	statusCode?: number;
	/** Milliseconds that the service asks to wait. */
	retryAfter?: number;
}

/** What a request has gone through so far. */
export interface SoFar {
	/** How often it was sent and failed, at least once; a rate limit is no failure. */
	tries: number;
	/** How many of these tries were answered with 500. */
	crashes?: number;
	/** How long it has waited to be sent again, in milliseconds. */
	waited: number;
}

/**
 * How long to wait before a request that failed is sent again: a `backoff`, or as long as the service
 * asks, if that is longer.
 *
 * @param maxRetries how often it is sent again, at most; after 500 once at most, for that is seldom over soon
 * @returns milliseconds; undefined if it is not sent again: where that is not safe (see `Verdict` and
 * `isRepeatable`), where it was sent often enough, and where the wait would be too long
 */
export function waitBeforeRetry(
	request: IHttpRequestOptions,
	{ verdict, statusCode, retryAfter = 0 }: Judged,
	{ tries, crashes = tries, waited }: SoFar,
	maxRetries: number,
): number | undefined {
	const isSafe = verdict === 'notTaken' || (verdict === 'unknown' && isRepeatable(request));
	if (!isSafe || tries > maxRetries || (statusCode === 500 && crashes > 1)) return undefined;

	const milliseconds = Math.max(retryAfter, backoff(tries));
	const isInTime = milliseconds <= LONGEST_WAIT && waited + milliseconds <= LONGEST_WAITING;
	return isInTime ? milliseconds : undefined;
}
