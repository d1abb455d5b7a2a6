import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Outcome } from './outcome';
import { isIdempotent } from './request';
import { MAX_RETRY_AFTER } from './retryAfter';

/** The bound of the first backoff, in milliseconds; it doubles with each attempt. */
const INITIAL_BACKOFF = 500;
const MAX_BACKOFF = 30_000;

/** All backoffs of one request together, in milliseconds; waits for a rate limit do not count. */
export const MAX_TOTAL_DELAY = 300_000;

/** What came of one attempt, as far as the next one goes. */
export interface AttemptResult {
	outcome: Outcome;
	statusCode?: number;
	/** Milliseconds that the service asks to wait. */
	retryAfter?: number;
}

/** The failed attempts of a request so far; a rate limit is no failure. */
export interface AttemptHistory {
	/** How many there were, at least 1. */
	attempts: number;
	/** How many of them ended in a 500. */
	internalErrors?: number;
	/** How long it has waited between them, in milliseconds. */
	waited: number;
}

/**
 * Exponential backoff with full jitter: a random time below a bound that doubles with each attempt, so
 * that requests that failed together do not come back together.
 *
 * @param attempts how many were made so far, at least 1
 * @returns milliseconds
 */
export const backoff = (attempts: number): number =>
	Math.random() * Math.min(MAX_BACKOFF, INITIAL_BACKOFF * 2 ** (attempts - 1));

/**
 * How long to wait before a failed request is retried: a `backoff`, or as long as the service asks, if
 * that is longer.
 *
 * @param maxRetries how often it is retried at most; after a 500 only once, since it seldom goes away soon
 * @returns milliseconds; undefined if it must not be retried: where that is not safe (see `Outcome` and
 * `isIdempotent`), where there were enough attempts, and where the wait would be too long
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
