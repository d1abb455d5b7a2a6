import { sleep } from 'n8n-workflow';

/** The first wait between two tries lasts up to this long, in milliseconds; it doubles from try to try. */
const FIRST_WAIT = 500;
const LONGEST_BACKOFF = 30_000;

/**
 * How long to wait before a request is tried again: a random time (full jitter) below a bound that
 * doubles with each try, so that many requests that failed together do not come back together.
 *
 * @param tries how often the request was sent so far, at least 1
 * @returns milliseconds
 */
export const backoff = (tries: number): number =>
	Math.random() * Math.min(LONGEST_BACKOFF, FIRST_WAIT * 2 ** (tries - 1));

/** The shortest wait after a rate limit, in milliseconds, whatever the service says. */
const SHORTEST_PAUSE = 200;
const LONGEST_PAUSE = 30_000;
/** How much longer than needed a service is waited for that does not say how long. */
const OVERSHOOT = 1 / 8;

/**
 * How long nothing is sent to a service that limits, if it asks for no longer wait: it grows with the
 * time for which nothing got through, by a random part of itself, and is never nothing.
 *
 * @param drought how long nothing got through, in milliseconds
 * @returns milliseconds
 */
export const pauseAfterRefusal = (drought: number): number =>
	Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, drought * OVERSHOOT)) * (1 + Math.random() / 4);

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
export function retryAfter(header: unknown, date?: unknown): number | undefined {
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
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
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
