/** What stands in place of the key. */
const MASK = '(API key)';

/** A shorter key is no secret, and without its characters a text would be hard to read. */
const MIN_KEY_LENGTH = 4;

/** So many times a text with the key in it may be escaped. */
const MAX_LAYERS = 2;

const characterOf = (code: string, radix: number): string => String.fromCharCode(parseInt(code, radix));

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function characterOfEntity(name: string): string {
	const [, hex, decimal] = /^#(?:x(.+)|(.+))$/i.exec(name) ?? [];
	if (hex !== undefined) return characterOf(hex, 16);
	return decimal === undefined ? (ENTITIES[name.toLowerCase()] ?? '') : characterOf(decimal, 10);
}

/** Undo one escaping each: HTML, URL, JSON. None of them throws, and all take linear time. */
const DECODERS: Array<(text: string) => string> = [
	(html) =>
		html.replace(/&(#\d+|#x[\da-f]+|amp|lt|gt|quot|apos);?/gi, (_entity, name: string) =>
			characterOfEntity(name),
		),
	(url) => url.replace(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString()),
	(json) =>
		json.replace(
			/\\(["\\/])|\\u([\da-f]{4})/gi,
			(_escaped, character: string | undefined, code: string) => character ?? characterOf(code, 16),
		),
];

/**
 * A text as it is found in the base64 of a longer one: base64 encodes three bytes at a time, so there are three forms.
 * They are without the characters that encode neighbouring bytes too.
 */
const inBase64 = (text: string): string[] =>
	[0, 1, 2].map((before) => {
		const bytes = Buffer.from(' '.repeat(before) + text);
		const [first, end] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)];
		return bytes.toString('base64').slice(first, end);
	});

const asPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function patternOf(key: string): RegExp {
	const asText = [key, key.replaceAll(' ', '+'), Buffer.from(key).toString('hex')].map(asPattern);
	const asBase64 = inBase64(key).map((text) => {
		const inBothAlphabets = text.replaceAll('+', '[+-]').replaceAll('/', '[/_]');
		return `[\\w+/-]?${inBothAlphabets}[\\w+/-]?=*`;
	});
	return new RegExp([...asText, ...asBase64].join('|'), 'gi');
}

/** The text with the key masked; unescaped only if the key is found only then. */
function masked(text: string, pattern: RegExp, layers = MAX_LAYERS): string {
	const shown = text.replace(pattern, MASK);
	if (layers === 0) return shown;
	return DECODERS.reduce((most, decode) => {
		const decoded = decode(most);
		if (decoded === most) return most;
		const found = masked(decoded, pattern, layers - 1);
		return found === decoded ? most : found;
	}, shown);
}

/**
 * A text in which the key is masked, in whatever form the service may repeat it: as it is or in another case, as
 * base64 or hex, and each of these escaped for HTML, a URL or JSON.
 */
export function redactKey(text: string, apiKey: unknown): string {
	const key = typeof apiKey === 'string' ? apiKey.trim() : '';
	const isSecret = key.length >= MIN_KEY_LENGTH && !MASK.toLowerCase().includes(key.toLowerCase());
	return isSecret ? masked(text, patternOf(key)) : text;
}
