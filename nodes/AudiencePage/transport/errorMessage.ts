/** How much of a body is read: the message is near its beginning. */
const MAX_DEPTH = 5;
const MAX_PARTS = 20;
const MAX_LENGTH = 100_000;

/** The title of an HTML page, or its first heading. */
function pageTitle(html: string): string | undefined {
	const lowerCase = html.toLowerCase();
	for (const name of ['title', 'h1']) {
		const tag = lowerCase.indexOf(`<${name}`);
		const start = lowerCase.indexOf('>', tag) + 1;
		const end = lowerCase.indexOf('<', start);
		const isClosed = tag >= 0 && start > 0 && lowerCase.startsWith(`</${name}`, end);
		const title = isClosed ? html.slice(start, end).trim() : '';
		if (title !== '') return title;
	}
	return undefined;
}

function messageInText(text: string): string | undefined {
	const message = /<(!doctype|html|head|body)\b/i.test(text) ? pageTitle(text) : text.trim();
	return message === '' ? undefined : message;
}

/**
 * The error message in the body of a response; undefined if it has none.
 *
 * The shape of an error body is not shown (service interface, section 7), so all common ones are
 * understood: `{message}`, `{error: "…"}`, `{error: {message}}`, `{errors: […]}`, plain text, HTML.
 */
export function extractErrorMessage(body: unknown, depth = 0): string | undefined {
	if (typeof body === 'string') return messageInText(body.slice(0, MAX_LENGTH));
	if (typeof body !== 'object' || body === null || depth > MAX_DEPTH) return undefined;
	if (Array.isArray(body)) {
		const messages = body
			.slice(0, MAX_PARTS)
			.map((part) => extractErrorMessage(part, depth + 1))
			.filter((message) => message !== undefined);
		return messages.length > 0 ? messages.join('; ').slice(0, MAX_LENGTH) : undefined;
	}
	const { message, error, errors, detail, title } = body as Record<string, unknown>;
	return [message, error, errors, detail, title]
		.map((part) => extractErrorMessage(part, depth + 1))
		.find((part) => part !== undefined);
}
