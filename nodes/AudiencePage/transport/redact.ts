const MASK = '(API key)';
/** A shorter key is no secret, and without its characters a text would be hard to read. */
const MIN_KEY_LENGTH = 4;

/** Masks the key in a text: as it is, as a URL has it, and as the JSON of an answer has it. */
export function redactKey(text: string, apiKey: unknown): string {
	const key = String(apiKey).trim();
	if (key.length < MIN_KEY_LENGTH) return text;
	const forms = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)];
	return forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
}
