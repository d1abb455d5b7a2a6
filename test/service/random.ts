/** Numbers that look random and are the same each time for the same seed. */

/** Gives the next number, from 0 up to but not including 1. */
export type Random = () => number;

/** A generator of its own for each seed text (FNV-1a into mulberry32). */
export function randomFrom(seed: string): Random {
	let state = 0x811c9dc5;
	for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A whole number from `min` to `max`, both included. */
export function wholeNumber(random: Random, min: number, max: number): number {
	return min + Math.floor(random() * (max - min + 1));
}

/** The list's element at `index`, starting over at its end; the list must not be empty. */
export function cycle<T>(list: readonly T[], index: number): T {
	return list[index % list.length]!;
}

const ID_LENGTH = 26;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** `prefix_` and 26 characters of [a-z0-9] that end with `serial`, which makes them unique. */
export function makeId(prefix: string, random: Random, serial: string): string {
	let id = `${prefix}_`;
	for (let i = serial.length; i < ID_LENGTH; i++)
		id += ALPHABET[Math.floor(random() * ALPHABET.length)]!;
	return id + serial;
}

/** The n-th record of a kind, as six characters. */
export const serialOf = (n: number): string => n.toString(36).padStart(6, '0');

/**
 * Makes the ids of seeded records, the same for the same kind; `parent` tells apart those of
 * several parents.
 */
export function idsFrom(kind: string, parent = '') {
	const random = randomFrom(`1 ${kind}`);
	const id = (prefix: string, n: number) => makeId(prefix, random, parent + serialOf(n));
	return { id, random };
}
