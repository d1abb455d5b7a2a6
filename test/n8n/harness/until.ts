import { setTimeout as wait } from 'node:timers/promises';

const USUAL_TIMEOUT = 240_000;
const INTERVAL = 100;

/**
 * Reads until there is something to read.
 *
 * @param timeout in milliseconds
 * @throws Error if there is nothing until then
 */
export async function until<T>(
	read: () => T | undefined | Promise<T | undefined>,
	timeout = USUAL_TIMEOUT,
): Promise<T> {
	const deadline = Date.now() + timeout;
	for (;;) {
		const answer = await read();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(`n8n is not done after ${timeout / 1000} s`);
		await wait(INTERVAL);
	}
}
