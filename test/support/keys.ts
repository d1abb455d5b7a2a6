/** API keys as services give them out, and what services make of one that they repeat. */
import fc from 'fast-check';

const CHARACTERS = Array.from({ length: 0x7f - 0x20 }, (_, n) => String.fromCharCode(0x20 + n));
const SYMBOLS = CHARACTERS.filter((one) => /[^\w ]/.test(one));
const character = fc.oneof(fc.constantFrom(...CHARACTERS), fc.constantFrom(...SYMBOLS));

/**
 * At least 16 characters of printable ASCII, many of them symbols; none has a space at its edge.
 */
export const aKey = fc
	.string({ unit: character, minLength: 16, maxLength: 48 })
	.filter((key) => key === key.trim());

const bytes = (text: string) => Buffer.from(text);
const eachAs = (write: (code: number) => string) => (key: string) =>
	[...key].map((character) => write(character.charCodeAt(0))).join('');
const hexOf = (code: number) => code.toString(16).padStart(2, '0');

const html = (text: string) =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#39;');
const url = encodeURIComponent;
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const base64 = (text: string) => bytes(text).toString('base64');
const base64url = (text: string) => bytes(text).toString('base64url');

/** The ways to write a key, by what they are. */
export const ENCODINGS: Record<string, (key: string) => string> = {
	'as it is': (key) => key,
	'in upper case': (key) => key.toUpperCase(),
	'in a URL': url,
	'in a URL, each character escaped': eachAs((code) => `%${hexOf(code)}`),
	'in a form': (key) => new URLSearchParams({ key }).toString().slice('key='.length),
	'in HTML': html,
	'in HTML with &#x27;': (key) => html(key).replaceAll('&#39;', '&#x27;'),
	'in JSON': json,
	'in JSON that escapes slashes': (key) => json(key).replaceAll('/', '\\/'),
	'in JSON, each character as \\u': eachAs((code) => `\\u00${hexOf(code)}`),
	'in base64': base64,
	'in base64url': base64url,
	'in base64 of "key:"': (key) => base64(`${key}:`),
	'in base64 of "us:key"': (key) => base64(`us:${key}`),
	'in base64url of "user:key"': (key) => base64url(`user:${key}`),
	'in base64 in a URL': (key) => url(base64(`u:${key}`)),
	'in base64 in JSON': (key) => base64(key).replaceAll('/', '\\/'),
	'in hex': (key) => bytes(key).toString('hex'),
};
