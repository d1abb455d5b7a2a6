/** The one line a person would read aloud from an HTML page: its title or first heading. */
function pageTitle(html: string): string | undefined {
	const [, , title] = /<(title|h1)[^>]*>([^<]*)<\/\1>/i.exec(html) ?? [];
	return title?.trim();
}

/**
 * The service's own words in the body of an answer, or undefined where there are none.
 *
 * The shape of an error body is not shown (service interface, section 7), so every usual one is
 * read: `{message}`, `{error: "…"}`, `{error: {message}}`, `{errors: […]}`, plain text, HTML.
 */
export function serviceWords(body: unknown): string | undefined {
	if (typeof body === 'string') {
		const text = /<(!doctype|html|head|body)\b/i.test(body) ? pageTitle(body) : body.trim();
		return text === '' ? undefined : text;
	}
	if (Array.isArray(body)) {
		const words = body.map(serviceWords).filter((line) => line !== undefined);
		return words.length > 0 ? words.join('; ') : undefined;
	}
	if (typeof body !== 'object' || body === null) return undefined;

	const { message, error, errors, detail, title } = body as Record<string, unknown>;
	return [message, error, errors, detail, title].map(serviceWords).find((line) => line !== undefined);
}
