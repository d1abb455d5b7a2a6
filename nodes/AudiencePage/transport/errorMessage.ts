/** An error's words are near its beginning: what is deeper, later or longer than this is not looked at. */
const DEPTH = 5;
const BREADTH = 20;
const LENGTH = 100_000;

/** The one line a person would read aloud from an HTML page: its title or first heading. */
function pageTitle(html: string): string | undefined {
	const lowerCase = html.toLowerCase();
	for (const name of ['title', 'h1']) {
		const tag = lowerCase.indexOf(`<${name}`);
		const start = lowerCase.indexOf('>', tag) + 1;
		const end = lowerCase.indexOf('<', start);
		const isWhole = tag >= 0 && start > 0 && lowerCase.startsWith(`</${name}`, end);
		const title = isWhole ? html.slice(start, end).trim() : '';
		if (title !== '') return title;
	}
	return undefined;
}

function wordsOfText(text: string): string | undefined {
	const words = /<(!doctype|html|head|body)\b/i.test(text) ? pageTitle(text) : text.trim();
	return words === '' ? undefined : words;
}

/**
 * The service's own words in the body of an answer, or undefined where there are none.
 *
 * The shape of an error body is not shown (service interface, section 7), so every usual one is
 * read: `{message}`, `{error: "…"}`, `{error: {message}}`, `{errors: […]}`, plain text, HTML.
 */
export function extractErrorMessage(body: unknown, depth = 0): string | undefined {
	if (typeof body === 'string') return wordsOfText(body.slice(0, LENGTH));
	if (typeof body !== 'object' || body === null || depth > DEPTH) return undefined;
	if (Array.isArray(body)) {
		const words = body
			.slice(0, BREADTH)
			.map((part) => extractErrorMessage(part, depth + 1))
			.filter((line) => line !== undefined);
		return words.length > 0 ? words.join('; ').slice(0, LENGTH) : undefined;
	}
	const { message, error, errors, detail, title } = body as Record<string, unknown>;
	return [message, error, errors, detail, title]
		.map((part) => extractErrorMessage(part, depth + 1))
		.find((line) => line !== undefined);
}
