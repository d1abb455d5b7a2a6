import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Verdict } from './outcome';
import { isRepeatable } from './request';
import { backoff } from './waiting';

/** No wait is longer than this, whatever the service asks for; in milliseconds. */
export const LONGEST_WAIT = 120_000;
/** All waits of one request together, in milliseconds. */
export const LONGEST_WAITING = 300_000;

/** What came of sending a request once, as far as a next time goes. */
export interface Judged {
	verdict: Verdict;
	/** Milliseconds that the service asks to wait. */
	retryAfter?: number;
}

/** What a request has gone through so far. */
export interface SoFar {
	/** How often it was sent, at least once. */
	tries: number;
	/** How long it has waited to be sent again, in milliseconds. */
	waited: number;
}

/**
 * How long to wait before a request is sent again: as long as the service asks, else a `backoff`.
 *
 * @param maxRetries how often it is sent again, at most
 * @returns milliseconds; undefined if it is not sent again: where that is not safe (see `Verdict` and
 * `isRepeatable`), where it was sent often enough, and where the wait would be too long
 */
export function waitBeforeRetry(
	request: IHttpRequestOptions,
	{ verdict, retryAfter }: Judged,
	{ tries, waited }: SoFar,
	maxRetries: number,
): number | undefined {
	const isSafe = verdict === 'notTaken' || (verdict === 'unknown' && isRepeatable(request));
	if (!isSafe || tries > maxRetries) return undefined;

	const milliseconds = retryAfter ?? backoff(tries);
	const isInTime = milliseconds <= LONGEST_WAIT && waited + milliseconds <= LONGEST_WAITING;
	return isInTime ? milliseconds : undefined;
}
