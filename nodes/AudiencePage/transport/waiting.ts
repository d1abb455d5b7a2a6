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

/**
 * What a `Retry-After` header asks for, in seconds or as a date.
 *
 * @returns milliseconds from now, never negative; undefined if there is none that can be read
 */
export function retryAfter(header: unknown): number | undefined {
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const wait = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
	return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/**
 * Waits, or until `signal` is aborted, if that comes first: it never rejects.
 *
 * An older n8n's `sleep` takes no signal, so it is raced against it.
 */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
	if (signal.aborted) return;
	await new Promise<void>((resolve) => {
		const end = () => {
			signal.removeEventListener('abort', end);
			resolve();
		};
		signal.addEventListener('abort', end);
		void sleep(milliseconds, signal).then(end, end);
	});
}
