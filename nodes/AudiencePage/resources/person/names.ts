/** Without accents, apostrophes and hyphens: Jürgen is Juergen, and O’Neill is O'Neill. */
const wordsOf = (name: string): string[] =>
	(
		name
			.normalize('NFD')
			.replace(/[\p{M}'’]/gu, '')
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? []
	).map((word) => word.replaceAll('ß', 'ss').replace(/([aou])e/g, '$1'));

export function hasWordsOf(name: string, part: string): boolean {
	const words = wordsOf(name);
	return wordsOf(part).every((word) => words.includes(word));
}

/** An initial is no word. */
export function sharesWord(name: string, part: string): boolean {
	const words = wordsOf(name);
	return wordsOf(part).some((word) => word.length > 1 && words.includes(word));
}

/** The parts of a name; once what both have, as Eva and Eva Ott, but some people are called Thomas Thomas. */
export function joinedName(first: string, last: string): string {
	const [one = '', other = ''] = [first, last].map((part) => ` ${wordsOf(part).join(' ')} `);
	if (other.startsWith(one) && /. ./.test(other)) return last;
	return one.endsWith(other) && /. ./.test(one) ? first : `${first} ${last}`;
}
