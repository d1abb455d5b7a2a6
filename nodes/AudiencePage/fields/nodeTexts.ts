/** Words that a title doesn't capitalize. */
const SMALL_WORDS = ['a', 'an', 'and', 'of', 'or', 'the', 'to'];

/** "Create or Update Person" for "Create or update person". */
export const titleOf = (sentence: string): string =>
	sentence
		.split(' ')
		.map((word) =>
			SMALL_WORDS.includes(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
		)
		.join(' ');

/**
 * The canvas's subtitle, as an expression: the title, without braces, of these parameters' values,
 * or the values.
 */
export function subtitleBy(parameters: string[], titles: Record<string, string>): string {
	const choice = parameters.map((name) => `$parameter[${JSON.stringify(name)}]`).join(' + "." + ');
	return `={{ (${JSON.stringify(titles)})[${choice}] ?? ${choice} }}`;
}
