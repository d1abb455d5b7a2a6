/** "a", "a and b", "a, b and c". */
export const listed = (values: readonly string[], word: 'and' | 'or' = 'and'): string =>
	new Intl.ListFormat('en-GB', { type: word === 'and' ? 'conjunction' : 'disjunction' }).format(values);

export const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Joins texts to sentences, without the full stop of the last one. */
export const joinSentences = (...parts: Array<string | undefined>): string =>
	parts
		.filter((part) => part !== undefined)
		.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
		.join(' ')
		.replace(/\.$/, '');

export const nameOfItem = (index: number): string => `item ${index} (counted from 0)`;
