import { sleep } from 'n8n-workflow';

import { getOrMake } from '../shared/values';

/** The delays that a signal ends: they share one listener, since Node.js warns of many. */
const delaysBySignal = new WeakMap<AbortSignal, Set<() => void>>();

const delaysOf = (signal: AbortSignal) =>
	getOrMake(delaysBySignal, signal, () => {
		const delays = new Set<() => void>();
		signal.addEventListener('abort', () => [...delays].forEach((end) => end()), { once: true });
		return delays;
	});

/**
 * Waits so long, or until `signal` is aborted; never rejects. An older n8n's `sleep` takes no
 * signal.
 */
export async function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
	if (signal?.aborted) return;
	const delays = signal && delaysOf(signal);
	const timer = new AbortController();
	await new Promise<void>((resolve) => {
		const end = () => {
			delays?.delete(end);
			timer.abort();
			resolve();
		};
		delays?.add(end);
		void sleep(milliseconds, timer.signal).then(end, end);
	});
}
