import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import { CREDENTIAL } from './connection';
import { causeChain } from './outcome';

const MASK = '(API key)';
/** A shorter key is no secret, and without its characters a text would be hard to read. */
const MIN_KEY_LENGTH = 4;
/** Of a longer key, the pattern would be too long; what follows goes with it. */
const MAX_PATTERN_LENGTH = 1000;

const ESCAPED: Record<string, string> = {
	' ': '\\+',
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '\\\\"|&quot;|&#34;',
	"'": '&apos;|&#39;|&#x27;',
	'/': '\\\\/',
	'\\': '\\\\\\\\',
};

/**
 * The pattern of a character as it is, or escaped for a URL, JSON or HTML: the longest form comes
 * first.
 */
function inAnyForm(character: string): string {
	const asItIs = character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
	const inUrl = Buffer.from(character).toString('hex').replace(/../g, '%$&');
	const inJson = `\\\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	return `(?:${[inUrl, inJson, ESCAPED[character] ?? [], asItIs].flat().join('|')})`;
}

/**
 * The patterns of a text within longer base64, by its place in three bytes, without what encodes
 * its neighbors.
 */
const inBase64 = (text: string): string[] =>
	[0, 1, 2].map((before) => {
		const bytes = Buffer.from(' '.repeat(before) + text);
		const [first, end] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)];
		const digits = bytes.toString('base64').slice(first, end);
		const inEitherAlphabet = digits
			.replaceAll('+', '(?:[+-]|%2b)')
			.replaceAll('/', '(?:\\\\?/|_|%2f)');
		return `[\\w+/-]?${inEitherAlphabet}[\\w+/-]?=*`;
	});

/**
 * Masks the key, in any case, as the service may repeat it: as is, escaped for URL, JSON or HTML,
 * as base64 or hex.
 */
export function redactKey(text: string, apiKey: unknown): string {
	// An expression may give a key of digits as a number.
	const key = ['string', 'number'].includes(typeof apiKey) ? String(apiKey as string).trim() : '';
	if (key.length < MIN_KEY_LENGTH || MASK.toLowerCase().includes(key.toLowerCase())) return text;
	const begin = key.slice(0, MAX_PATTERN_LENGTH);
	const forms = [
		[...begin].map(inAnyForm).join(''),
		Buffer.from(begin).toString('hex'),
		...inBase64(begin),
	];
	return text.replace(
		new RegExp(`(?:${forms.join('|')})${begin === key ? '' : '\\S*'}`, 'gi'),
		MASK,
	);
}

/**
 * For `catch`: takes the key of the credential of `context` out of an error, which stays the same
 * object.
 */
export const redactAndRethrow =
	(context: Pick<IExecuteFunctions | ILoadOptionsFunctions, 'getCredentials'>) =>
	async (error: Error): Promise<never> => {
		const { apiKey } = await context
			.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL)
			// Without a credential, nothing was sent.
			.catch((): ICredentialDataDecryptedObject => ({}));
		const redacted = (value: unknown): unknown => {
			if (Array.isArray(value)) return value.map(redacted);
			return typeof value === 'string' ? redactKey(value, apiKey) : value;
		};
		for (const at of causeChain(error)) {
			for (const property of ['message', 'description', 'messages', 'stack']) {
				// Some errors are read-only: `Reflect.set` does not throw for them.
				if (property in at) Reflect.set(at, property, redacted(Reflect.get(at, property)));
			}
		}
		throw error;
	};
