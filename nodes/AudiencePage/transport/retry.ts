import type { IHttpRequestOptions } from 'n8n-workflow';

import { MAX_WAIT } from './limiter';
import type { AttemptOutcome } from './outcome';
import { isIdempotent } from './request';

/** How often a request is repeated at most. A rate limit does not count. */
export const MAX_RETRIES = 5;
/** The bound of the first backoff, in milliseconds; it doubles with each failure. */
const INITIAL_BACKOFF = 500;

/** Which outcomes are repeated. */
const IS_REPEATED: Record<AttemptOutcome, (request: IHttpRequestOptions) => boolean> = {
	success: () => false,
	notProcessed: () => true,
	unknown: isIdempotent,
	refused: () => false,
};

/** In milliseconds, with full jitter: requests that failed together do not come back together. */
const backoff = (failures: number): number => Math.random() * INITIAL_BACKOFF * 2 ** (failures - 1);

/**
 * Milliseconds until a request that has failed so often is repeated: a backoff, or what the service
 * asks if longer; undefined if it is not.
 */
export function delayBeforeRetry(
	request: IHttpRequestOptions,
	{ outcome, retryAfter = 0 }: { outcome: AttemptOutcome; retryAfter?: number },
	failures: number,
): number | undefined {
	const isRepeated = IS_REPEATED[outcome](request);
	if (!isRepeated || failures > MAX_RETRIES || retryAfter > MAX_WAIT) return undefined;
	return Math.max(retryAfter, backoff(failures));
}

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
