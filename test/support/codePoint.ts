import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any character, for `fc.string`: its own unit of this kind makes a table of all of them, which
 * takes seconds.
 */
export const codePoint = fc
	.integer({ min: 0, max: 0x10ffff - SURROGATES.count })
	.map((n) => String.fromCodePoint(n < SURROGATES.first ? n : n + SURROGATES.count));
