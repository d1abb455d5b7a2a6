/** "a", "a and b", "a, b and c". */
export const listed = (values: readonly string[], word: 'and' | 'or' = 'and'): string =>
	new Intl.ListFormat('en-GB', { type: word === 'and' ? 'conjunction' : 'disjunction' }).format(
		values,
	);

export const shortened = (text: string): string =>
	text.length > 80 ? `${text.slice(0, 80)}…` : text;

/** Joins texts to sentences, without the full stop of the last one. */
export const joinSentences = (...parts: Array<string | undefined>): string =>
	parts
		.filter((part) => part !== undefined)
		.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
		.join(' ')
		.replace(/\.$/, '');

/**
 * To an error whose text has a code such as EPERM in it, say in an address, n8n gives another
 * message.
 */
export const saying = <E extends Error>(error: E, message: string): E =>
	Object.assign(error, { message });
export const nameOfItem = (index: number): string => `item ${index} (counted from 0)`;
