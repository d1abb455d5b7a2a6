import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isRedirect, isSuccess, type AttemptOutcome } from './outcome';
import { isIdempotent } from './request';

/** The bound of the first backoff, in milliseconds; it doubles with each failure. */
const INITIAL_BACKOFF = 500;
const MAX_BACKOFF = 30_000;
/** All backoffs of one request together, in milliseconds; waits for a rate limit do not count. */
const MAX_TOTAL_DELAY = 300_000;
/** If the service asks for a longer wait, the request ends in an error; in milliseconds. */
export const MAX_RETRY_AFTER = 120_000;

/** The form of a date in HTTP: `Date.parse` finds dates in any text. */
const DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun).* GMT$/;
const parseDate = (text: string): number => (DATE.test(text) ? Date.parse(text) : NaN);

/**
 * Milliseconds; undefined if it cannot be parsed. A date is compared with the header `Date`: the
 * service's clock.
 */
export function parseRetryAfter(header: unknown, date?: unknown): number | undefined {
	if (typeof header !== 'string') return undefined;
	const text = header.trim();
	if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
	const serviceTime = typeof date === 'string' ? parseDate(date.trim()) : NaN;
	const milliseconds = parseDate(text) - (Number.isNaN(serviceTime) ? Date.now() : serviceTime);
	return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

export interface AttemptResult {
	outcome: AttemptOutcome;
	statusCode?: number;
	json?: IDataObject;
	retryAfter?: number;
}

/** In milliseconds, with full jitter: requests that failed together do not come back together. */
export const backoff = (failures: number): number =>
	Math.random() * Math.min(MAX_BACKOFF, INITIAL_BACKOFF * 2 ** (failures - 1));

/**
 * A 500, and a 2xx whose JSON does not hold what was asked for, mostly come again: only one retry.
 */
const seldomGoesAway = ({ statusCode = 0, json }: AttemptResult): boolean =>
	statusCode === 500 || (isSuccess(statusCode) && json !== undefined);

/** The failed attempts of one request; a rate limit is no failure. */
export class Failures {
	count = 0;
	private internalErrors = 0;
	private waited = 0;

	/**
	 * Milliseconds until the retry: a `backoff`, or what the service asks if longer; undefined for no
	 * retry.
	 */
	add(
		request: IHttpRequestOptions,
		attempt: AttemptResult,
		maxRetries: number,
	): number | undefined {
		const { outcome, statusCode = 0, retryAfter = 0 } = attempt;
		this.count++;
		if (seldomGoesAway(attempt)) this.internalErrors++;
		const isSafe = outcome === 'notProcessed' || (outcome === 'unknown' && isIdempotent(request));
		const isUseless =
			isRedirect(statusCode) || (seldomGoesAway(attempt) && this.internalErrors > 1);
		if (!isSafe || isUseless || this.count > maxRetries) return undefined;

		const milliseconds = Math.max(retryAfter, backoff(this.count));
		this.waited += milliseconds;
		return milliseconds <= MAX_RETRY_AFTER && this.waited <= MAX_TOTAL_DELAY
			? milliseconds
			: undefined;
	}
}
