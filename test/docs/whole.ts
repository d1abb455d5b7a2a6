/** A page that is written by `npm run write` from its first line to its last, and says so. */
export const whole = (paragraphs: string[]): string =>
	`<!-- writtenByNpmRunDocs -->\n${paragraphs.join('\n\n')}\n<!-- /writtenByNpmRunDocs -->\n`;
