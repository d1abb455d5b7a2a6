/** How much of a body is read: the message is near its beginning. */
const MAX_DEPTH = 5;
const MAX_PARTS = 20;
const MAX_LENGTH = 100_000;

/** Each attempt to match ends at the next tag, so that it takes linear time. */
const TITLE = /<(title|h1)\b[^<>]*>\s*([^<\s][^<]*)<\/\1/i;

function messageInText(text: string): string | undefined {
	const isHtml = /<(!doctype|html|head|body)\b/i.test(text);
	return (isHtml ? TITLE.exec(text)?.[2] : text)?.trim() || undefined;
}

const joined = (messages: Array<string | undefined>): string | undefined =>
	messages
		.filter((message) => message !== undefined)
		.join('; ')
		.slice(0, MAX_LENGTH) || undefined;

/** What `{name: ["is taken"]}` says of each field: "name is taken". */
const messagesOfFields = (errors: unknown, depth: number): string | undefined =>
	joined(
		Object.entries(Object(errors) as object)
			.slice(0, MAX_PARTS)
			.map(([field, part]) => {
				const message = extractErrorMessage(part, depth);
				return message && `${field} ${message}`;
			}),
	);

/**
 * The error message in the body of a response; undefined if it has none.
 *
 * The shape of an error body is not shown (service interface, section 7), so all common ones are
 * understood: `{message}`, `{error: "…"}`, `{error: {message}}`, `{errors: […]}`, `{errors: {field: […]}}`,
 * `{detail: [{msg}]}`, plain text, HTML.
 */
export function extractErrorMessage(body: unknown, depth = 0): string | undefined {
	if (typeof body === 'string') return messageInText(body.slice(0, MAX_LENGTH));
	if (typeof body !== 'object' || body === null || depth > MAX_DEPTH) return undefined;
	const messageIn = (part: unknown) => extractErrorMessage(part, depth + 1);
	if (Array.isArray(body)) return joined(body.slice(0, MAX_PARTS).map(messageIn));
	const { message, msg, reason, error, errors, detail, title } = body as Record<string, unknown>;
	return (
		[message, msg, reason, error, errors, detail, title].map(messageIn).find((part) => part !== undefined) ??
		messagesOfFields(errors ?? error, depth + 1)
	);
}
