/** "a", "a and b", "a, b and c". */
export const wordList = (values: readonly string[], word: 'and' | 'or' = 'and'): string =>
	new Intl.ListFormat('en-GB', { type: word === 'and' ? 'conjunction' : 'disjunction' }).format(
		values,
	);

export const shortened = (text: string): string =>
	text.length > 80 ? `${text.slice(0, 80)}…` : text;

/** Joins texts to sentences, without the full stop of the last one. */
export const joinSentences = (...texts: Array<string | undefined>): string =>
	texts
		.filter((text) => text !== undefined)
		.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
		.join(' ')
		.replace(/\.$/, '');

/** The same, with all of their full stops. */
export const sentences = (...texts: Array<string | undefined>): string =>
	`${joinSentences(...texts)}.`;

/**
 * The error with this message: where a text has a code such as EPERM in it, say in an address, n8n
 * gives an error another one.
 */
export const withMessage = <E extends Error>(error: E, message: string): E =>
	Object.assign(error, { message });

export const nameOfItem = (index: number): string => `item ${index} (counted from 0)`;

export const pluralize = (count: number, noun: string): string =>
	`${count} ${noun}${count === 1 ? '' : 's'}`;

/** "a, b and 3 more". */
function firstOf(values: string[], shownCount: number): string {
	const moreCount = values.length - shownCount;
	const shown = values.slice(0, shownCount).join(', ');
	return moreCount > 0 ? `${shown} and ${moreCount} more` : shown;
}

export const shownList = (values: string[]): string => firstOf(values, 20);

/** "items 4 and 7 (counted from 0)", the first five. */
export const shownItems = (indexes: number[]): string =>
	`${indexes.length === 1 ? 'item' : 'items'} ${firstOf(indexes.map(String), 5)} (counted from 0)`;
