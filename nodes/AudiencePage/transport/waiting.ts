import { sleep } from 'n8n-workflow';

/** The first wait between two tries lasts up to this long, in milliseconds; it doubles from try to try. */
const INITIAL_BACKOFF = 500;
const MAX_BACKOFF = 30_000;

/**
 * How long to wait before a request is tried again: a random time (full jitter) below a bound that
 * doubles with each try, so that many requests that failed together do not come back together.
 *
 * @param tries how often the request was sent so far, at least 1
 * @returns milliseconds
 */
export const backoff = (tries: number): number =>
	Math.random() * Math.min(MAX_BACKOFF, INITIAL_BACKOFF * 2 ** (tries - 1));

/** If nothing at all gets through for so long, requests end in an error; in milliseconds. */
export const MAX_STALL = 300_000;
/** The shortest wait after a rate limit, in milliseconds, whatever the service says. */
const MIN_PAUSE = 200;
const MAX_PAUSE = 60_000;
/** Up to here a pause is a small part of the time before it, so that a limit is not waited for much longer than needed; */
const LONG_STALL = 90_000;
/** from here on a greater one: services may shut out for longer whoever calls too early. */
const PARTS = { short: 1 / 8, long: 1 / 2 };

/**
 * How long what the service refused for its limit stays unsent at least, whatever the service asks for:
 * a time that grows with the time for which nothing got through, and is never nothing.
 *
 * @param drought how long nothing got through, in milliseconds
 * @returns milliseconds
 */
export function minPause(drought: number): number {
	const part = drought < LONG_STALL ? PARTS.short : PARTS.long;
	const most = Math.min(MAX_PAUSE, MAX_STALL - drought);
	return Math.max(MIN_PAUSE, Math.min(most, drought * part));
}

/** As `leastPause`, and a random part of it, so that several n8n do not come back together. */
export const pauseAfterRefusal = (drought: number): number => minPause(drought) * (1 + Math.random() / 4);

const SECONDS = /^\d+(\.\d+)?$/;
/** What is read as a date begins like one: Date.parse finds dates in any text. */
const DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/**
 * What a `Retry-After` header asks for, in seconds or as a date. A date is compared with the service's
 * own clock, if it shows that.
 *
 * @param date the header `Date` of the same answer
 * @returns milliseconds from now, never negative; undefined if there is none that can be read
 */
export function parseRetryAfter(header: unknown, date?: unknown): number | undefined {
	if (typeof header !== 'string') return undefined;
	const text = header.trim();
	if (SECONDS.test(text)) return Number(text) * 1000;
	if (!DATE.test(text)) return undefined;
	const serviceTime = typeof date === 'string' ? Date.parse(date) : NaN;
	const milliseconds = Date.parse(text) - (Number.isNaN(serviceTime) ? Date.now() : serviceTime);
	return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** What is to happen when a signal is aborted: one listener for all, since Node.js warns of many. */
const onAbort = new WeakMap<AbortSignal, Set<() => void>>();

function callbacksOf(signal: AbortSignal): Set<() => void> {
	const known = onAbort.get(signal);
	if (known) return known;
	const callbacks = new Set<() => void>();
	signal.addEventListener('abort', () => [...callbacks].forEach((callback) => callback()), { once: true });
	onAbort.set(signal, callbacks);
	return callbacks;
}

/**
 * Waits, or until `signal` is aborted, if that comes first: it never rejects.
 *
 * An older n8n's `sleep` takes no signal, so it is raced against it.
 */
export async function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
	if (signal?.aborted) return;
	const timer = new AbortController();
	await new Promise<void>((resolve) => {
		const end = () => {
			if (signal) callbacksOf(signal).delete(end);
			timer.abort();
			resolve();
		};
		if (signal) callbacksOf(signal).add(end);
		void sleep(milliseconds, timer.signal).then(end, end);
	});
}
