import { setTimeout as wait } from 'node:timers/promises';

/** A net for what never comes, and no bound: the editor shows things when it has them. */
const TIMEOUT = 300_000;
const INTERVAL = 50;

type Expectation = (expected: unknown) => Promise<void>;

/** Reads, at once and again, until it is as expected; fails by what it is after five minutes. */
export function expectSoon<T>(
	read: () => T | Promise<T>,
): Record<'toBe' | 'toContain' | 'toEqual', Expectation> {
	const until =
		(matcher: 'toBe' | 'toContain' | 'toEqual'): Expectation =>
		async (expected) => {
			const deadline = Date.now() + TIMEOUT;
			for (;;) {
				try {
					expect(await read())[matcher](expected);
					return;
				} catch (error) {
					if (Date.now() > deadline) throw error;
				}
				await wait(INTERVAL);
			}
		};
	return { toBe: until('toBe'), toContain: until('toContain'), toEqual: until('toEqual') };
}
