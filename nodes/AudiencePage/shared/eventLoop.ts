import { sleep } from 'n8n-workflow';

/** How long this package works before n8n's event loop gets a turn, in milliseconds. */
const MAX_WORK = 10;

/** When n8n's event loop was last given back by any run or poll of this process. */
let yieldedAt = performance.now();

/** Gives n8n's event loop a turn, if this package has not done so for some milliseconds. */
export async function yieldToEventLoop(): Promise<void> {
	if (performance.now() - yieldedAt < MAX_WORK) return;
	await sleep(0);
	yieldedAt = performance.now();
}
