/** If no request gets through for this long, in milliseconds, those that wait end in an error. */
export const MAX_STALL = 300_000;

/** The shortest pause after a rate limit, in milliseconds, whatever the service asks for. */
const MIN_PAUSE = 200;
const MAX_PAUSE = 60_000;

/** A pause lasts this part of the stall so far: a small one, so that a short limit costs little time. */
const PAUSE_RATIO = 1 / 8;
/** A longer stall has longer pauses, since services may lock out for longer whoever comes back early; in milliseconds. */
const LONG_STALL = 90_000;
const LONG_STALL_PAUSE_RATIO = 1 / 2;

/**
 * How long nothing is sent after a rate limit at least, whatever the service asks for.
 *
 * @param stall how long no request has got through, in milliseconds
 * @returns milliseconds, never 0
 */
export function minPause(stall: number): number {
	const ratio = stall < LONG_STALL ? PAUSE_RATIO : LONG_STALL_PAUSE_RATIO;
	const max = Math.min(MAX_PAUSE, MAX_STALL - stall);
	return Math.max(MIN_PAUSE, Math.min(max, stall * ratio));
}

/** `minPause` with jitter on top, so that several instances of n8n do not come back together. */
export const pauseWithJitter = (stall: number): number => minPause(stall) * (1 + Math.random() / 4);
