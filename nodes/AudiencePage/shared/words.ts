/** "a", "a and b", "a, b and c". */
export const listed = (values: readonly string[], conjunction: 'and' | 'or' = 'and'): string =>
	new Intl.ListFormat('en-GB', { type: conjunction === 'and' ? 'conjunction' : 'disjunction' }).format(
		values,
	);

/** Joins texts to sentences, without the full stop of the last one. */
export const joinSentences = (...parts: Array<string | undefined>): string =>
	parts
		.filter((part) => part !== undefined)
		.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
		.join(' ')
		.replace(/\.$/, '');
