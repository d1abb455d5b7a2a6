import { isEmpty } from '../../../../nodes/AudiencePage/shared/values';

/** Spaces, and characters without width; the byte order mark is both. */
const NOTHING = [' ', '\u00a0', '\r\n', '\u200b', '\u00ad', '\u2060', '\ufeff'];

test.each(NOTHING)('%j shows nothing, and is empty, however long it is', (nothing) => {
	const long = nothing.repeat(100_000);
	expect(isEmpty(long)).toBe(true);
	expect(isEmpty(`${long}a`)).toBe(false);
	expect(isEmpty(`a${long}`)).toBe(false);
});
