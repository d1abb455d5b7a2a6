/** Without accents, apostrophes and hyphens: Jürgen is Juergen, and O’Neill is O'Neill. */
const wordsOf = (name: string): string[] =>
	(
		name
			.normalize('NFD')
			.replace(/\p{M}/gu, '')
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? []
	).map((word) => word.replaceAll('ß', 'ss').replace(/([aou])e/g, '$1'));

export function hasWordsOf(name: string, part: string): boolean {
	const words = wordsOf(name);
	return wordsOf(part).every((word) => words.includes(word));
}

/** Whether a name has a word of the part, but for an initial, or all of them, and more. */
export function isWholeName(name: string, part: string): boolean {
	const [words, its] = [wordsOf(name), wordsOf(part)];
	const isShared = (word: string) => words.includes(word);
	const hasOne = its.every(isShared) || its.some((word) => word.length > 1 && isShared(word));
	return hasOne && !words.every((word) => its.includes(word));
}

/** The parts of a name; once what both have, as Eva and Eva Ott, but some people are called Thomas Thomas. */
export function joinedName(first: string, last: string): string {
	if (/\S\s/.test(last) && hasWordsOf(last, first)) return last;
	if (/\S\s/.test(first) && hasWordsOf(first, last)) return first;
	return /['’]$/.test(first) ? first + last : `${first} ${last}`;
}
