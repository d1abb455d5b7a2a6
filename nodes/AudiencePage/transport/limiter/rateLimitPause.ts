/** If no request gets through for so long, those that wait end in an error; in milliseconds. */
export const MAX_STALL = 300_000;

/** The shortest pause after a rate limit, in milliseconds, whatever the service asks for. */
const MIN_PAUSE = 200;
const MAX_PAUSE = 60_000;

/** A pause is a part of the stall so far: a small one at first, so that a short limit costs little time; */
const PART = 1 / 8;
/** a greater one from here on, in milliseconds: services may lock out for longer whoever comes back too early. */
const LONG_STALL = 90_000;
const PART_OF_LONG_STALL = 1 / 2;

/**
 * How long nothing is sent after a rate limit at least, whatever the service asks for.
 *
 * @param stall how long no request has got through, in milliseconds
 * @returns milliseconds, never 0
 */
export function minPause(stall: number): number {
	const part = stall < LONG_STALL ? PART : PART_OF_LONG_STALL;
	const max = Math.min(MAX_PAUSE, MAX_STALL - stall);
	return Math.max(MIN_PAUSE, Math.min(max, stall * part));
}

/** `minPause` with jitter on top, so that several n8n do not come back together. */
export const pauseWithJitter = (stall: number): number => minPause(stall) * (1 + Math.random() / 4);
