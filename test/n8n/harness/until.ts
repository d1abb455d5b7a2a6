import { setTimeout as wait } from 'node:timers/promises';

/** A net for what never comes, and no bound: n8n may be slow. */
const TIMEOUT = 600_000;

/** Reads until there is something to read. */
export async function until<T>(read: () => T | undefined | Promise<T | undefined>): Promise<T> {
	const deadline = Date.now() + TIMEOUT;
	for (;;) {
		const answer = await read();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(`Nothing has come for ${TIMEOUT / 1000} s`);
		await wait(100);
	}
}

export const untilTrue = async (isTrue: () => boolean | Promise<boolean>): Promise<true> =>
	await until(async () => (await isTrue()) || undefined);
