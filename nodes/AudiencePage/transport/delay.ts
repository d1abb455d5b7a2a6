import { sleep } from 'n8n-workflow';

import { getOrMake } from '../shared/values';

/** What a signal ends: all share one listener, since Node.js warns of many. */
const waitsBySignal = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `end` once `signal` is aborted, until the function that it gives is called. */
export function onAbort(signal: AbortSignal | undefined, end: () => void): () => void {
	if (signal === undefined) return () => undefined;
	const waits = getOrMake(waitsBySignal, signal, () => {
		const ends = new Set<() => void>();
		signal.addEventListener('abort', () => [...ends].forEach((each) => each()), { once: true });
		return ends;
	});
	waits.add(end);
	return () => waits.delete(end);
}

/**
 * Waits so long, or until `signal` is aborted; never rejects. An older n8n's `sleep` takes no
 * signal.
 */
export async function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
	if (signal?.aborted) return;
	const timer = new AbortController();
	await new Promise<void>((resolve) => {
		const end = () => {
			ignoreAbort();
			timer.abort();
			resolve();
		};
		const ignoreAbort = onAbort(signal, end);
		void sleep(milliseconds, timer.signal).then(end, end);
	});
}
