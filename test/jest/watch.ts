import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What the thread reads, in memory that it shares: a message for each test and hook would take long. */
const state = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
const title = new Uint8Array(new SharedArrayBuffer(4_096));
const encoder = new TextEncoder();
const thread = new Worker(join(__dirname, 'watchdog.mjs'), { workerData: { state, title } });
thread.unref();

/** From now on, and until the next call, this may take so long; if it takes longer, the process ends. */
export function watch(name: string, milliseconds: number): void {
	const { written } = encoder.encodeInto(name, title);
	state.set([state[0]! + 1, milliseconds, written]);
}

/** Nothing that is watched is going on. */
export function stopWatching(): void {
	state.set([state[0]! + 1, 0]);
}
