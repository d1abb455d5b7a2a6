import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isRedirect, isSuccess, type AttemptOutcome } from './outcome';
import { isIdempotent } from './request';
import { MAX_RETRY_AFTER } from './retryAfter';

/** The bound of the first backoff, in milliseconds; it doubles with each failure. */
const INITIAL_BACKOFF = 500;
const MAX_BACKOFF = 30_000;

/** All backoffs of one request together, in milliseconds; waits for a rate limit do not count. */
const MAX_TOTAL_DELAY = 300_000;

export interface AttemptResult {
	outcome: AttemptOutcome;
	statusCode?: number;
	json?: IDataObject;
	retryAfter?: number;
}

/** The failed attempts of a request so far; a rate limit is no failure. */
interface FailureHistory {
	failures: number;
	/** How many of them ended in what seldom goes away soon. */
	internalErrors?: number;
	/** The backoffs between them together, in milliseconds. */
	waited: number;
}

/** In milliseconds, with full jitter: requests that failed together do not come back together. */
export const backoff = (failures: number): number =>
	Math.random() * Math.min(MAX_BACKOFF, INITIAL_BACKOFF * 2 ** (failures - 1));

/** A 500, and a 2xx whose JSON does not hold what was asked for, mostly come again. */
export const seldomGoesAway = ({ statusCode = 0, json }: Omit<AttemptResult, 'outcome'>): boolean =>
	statusCode === 500 || (isSuccess(statusCode) && json !== undefined);

/**
 * How long to wait before a failed request is retried: a `backoff`, or as long as the service asks, if
 * that is longer.
 *
 * @param maxRetries how often it is retried at most; what seldom goes away soon only once
 * @returns milliseconds; undefined if it must not be retried: where that is not safe (see `AttemptOutcome` and
 * `isIdempotent`) or of no use, where no retries are left, and where the wait would be too long
 */
export function retryDelay(
	request: IHttpRequestOptions,
	attempt: AttemptResult,
	{ failures, internalErrors = failures, waited }: FailureHistory,
	maxRetries: number,
): number | undefined {
	const { outcome, statusCode = 0, retryAfter = 0 } = attempt;
	const isSafe = outcome === 'notProcessed' || (outcome === 'unknown' && isIdempotent(request));
	const isUseless = isRedirect(statusCode) || (seldomGoesAway(attempt) && internalErrors > 1);
	if (!isSafe || isUseless || failures > maxRetries) return undefined;

	const milliseconds = Math.max(retryAfter, backoff(failures));
	const isInTime = milliseconds <= MAX_RETRY_AFTER && waited + milliseconds <= MAX_TOTAL_DELAY;
	return isInTime ? milliseconds : undefined;
}
