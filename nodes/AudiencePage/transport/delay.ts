import { sleep } from 'n8n-workflow';

import { getOrMake } from '../shared/values';

/** What a signal ends: all share one listener, since Node.js warns of many. */
const waitsBySignal = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `end` once `signal` is aborted, or at once if it is, until the function that it gives is
 * called.
 */
export function onAbort(signal: AbortSignal | undefined, end: () => void): () => void {
	if (signal === undefined) return () => undefined;
	if (signal.aborted) end();
	const waits = getOrMake(waitsBySignal, signal, () => {
		const ends = new Set<() => void>();
		signal.addEventListener('abort', () => [...ends].forEach((each) => each()), { once: true });
		return ends;
	});
	waits.add(end);
	return () => waits.delete(end);
}

/** Waits so long, or until `signal` is aborted. n8n's `sleep` takes none before n8n 2.23. */
export async function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		const ignoreAbort = onAbort(signal, resolve);
		void sleep(milliseconds).then(() => {
			ignoreAbort();
			resolve();
		});
	});
}
