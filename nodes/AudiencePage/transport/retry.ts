import type { IHttpRequestOptions } from 'n8n-workflow';

import { MAX_RETRY_AFTER } from './limiter';
import type { Outcome } from './outcome';
import { isIdempotent } from './request';
import { backoff } from './waiting';

/** All waits of one request together, in milliseconds; those for a rate limit do not count. */
export const MAX_TOTAL_DELAY = 300_000;

/** What came of sending a request once, as far as a next time goes. */
export interface AttemptResult {
	outcome: Outcome;
	statusCode?: number;
	/** Milliseconds that the service asks to wait. */
	retryAfter?: number;
}

/** What a request has gone through so far. */
export interface AttemptHistory {
	/** How often it was sent and failed, at least once; a rate limit is no failure. */
	attempts: number;
	/** How many of these tries were answered with 500. */
	internalErrors?: number;
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
export function retryDelay(
	request: IHttpRequestOptions,
	{ outcome, statusCode, retryAfter = 0 }: AttemptResult,
	{ attempts, internalErrors = attempts, waited }: AttemptHistory,
	maxRetries: number,
): number | undefined {
	const isSafe = outcome === 'notProcessed' || (outcome === 'unknown' && isIdempotent(request));
	if (!isSafe || attempts > maxRetries || (statusCode === 500 && internalErrors > 1)) return undefined;

	const milliseconds = Math.max(retryAfter, backoff(attempts));
	const isInTime = milliseconds <= MAX_RETRY_AFTER && waited + milliseconds <= MAX_TOTAL_DELAY;
	return isInTime ? milliseconds : undefined;
}
