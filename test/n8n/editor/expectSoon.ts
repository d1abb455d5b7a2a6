import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** A net for what never comes, and no bound: the editor may be slow. */
const TIMEOUT = 300_000;
const INTERVAL = 50;

/** Expects what is read to become equal to `expected`: the editor shows things when it has them. */
export async function expectSoon<T>(read: () => Promise<T>, expected: T): Promise<void> {
	const deadline = Date.now() + TIMEOUT;
	let seen = await read();
	while (!isDeepStrictEqual(seen, expected) && Date.now() < deadline) {
		await wait(INTERVAL);
		seen = await read();
	}
	expect(seen).toEqual(expected);
}
