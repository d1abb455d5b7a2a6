/** Fields whose texts are sent in one form however people write them: texts for them, and what each of them means. */
import fc, { type Arbitrary } from 'fast-check';

import { asText, isEmpty } from './given';
import type { FormRule } from './operation';

interface Normalized {
	/** Texts as people write them. */
	written: Arbitrary<unknown>;
	meant: (value: unknown) => unknown;
}

const INVISIBLE = new Set([
	...'\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2065'.split(''),
	...'\u2066\u2067\u2068\u2069\ufeff'.split(''),
]);

const visible = (text: string): string =>
	[...text]
		.filter((character) => !INVISIBLE.has(character))
		.join('')
		.trim();

/** What a text means; all else stays what it is. */
const ofText =
	(meant: (text: string) => string) =>
	(value: unknown): unknown => {
		const text = asText(value);
		return typeof text === 'string' ? meant(visible(text)) || undefined : text;
	};

function phoneMeant(text: string): string {
	const isSeparator = (character: string) =>
		character.trim() === '' || './\u2212'.includes(character) || /^\p{Pd}$/u.test(character);
	let rest = [...text].filter((character) => !isSeparator(character)).join('');
	if (rest.startsWith('00')) rest = `+${rest.slice(2)}`;
	for (const length of [2, 3, 4]) {
		const country = rest.slice(1, length);
		const isCountry = rest.startsWith('+') && /^[0-9]+$/.test(country) && !country.startsWith('0');
		const trunk = rest.slice(length, length + 3);
		const isTrunk =
			trunk.length === 3 && '(['.includes(trunk[0]!) && trunk[1] === '0' && ')]'.includes(trunk[2]!);
		if (isCountry && isTrunk) rest = rest.slice(0, length) + rest.slice(length + 3);
	}
	return [...rest].filter((character) => !'()[]'.includes(character)).join('');
}

/** Numbers with what people put into them. */
const writtenPhones = fc
	.record({
		start: fc.constantFrom('+', '00', '+\u200e', '(+', '0 0'),
		country: fc.constantFrom('1', '49', '420'),
		trunk: fc.constantFrom('', '', '(0)', ' (0) ', '-[0]', '(00)'),
		digits: fc.array(fc.constantFrom(...'0123456789', ' ', '-', '/', '.', '\u00a0', '\u2013', '(', ')'), {
			minLength: 3,
			maxLength: 12,
		}),
	})
	.map(({ start, country, trunk, digits }) => `${start}${country}${trunk}7${digits.join('')}`);

function domainMeant(text: string): string {
	const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text)?.[0] ?? (text.startsWith('//') ? '//' : '');
	let host = text.slice(scheme.length).split(/[/?#]/, 1)[0]!;
	if (scheme.length > 2 && host.includes('@')) host = host.slice(host.lastIndexOf('@') + 1);
	const [name = '', port = '', ...more] = host.split(':');
	const isHost = more.length === 0 && !/[\\@\s]/.test(name) && /^[0-9]*$/.test(port);
	const bare = (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();
	if (!isHost || !/[^.]\.[^.]/.test(bare)) return text;
	const withoutWww = bare.startsWith('www.') ? bare.slice(4) : bare;
	return withoutWww.includes('.') && !withoutWww.startsWith('.') ? withoutWww : bare;
}

/** Addresses of web pages. */
const writtenDomains = fc
	.tuple(
		fc.constantFrom('', 'https://', 'HTTP://', '//', 'ftp://me@', 'https://me:secret@'),
		fc.constantFrom('', 'www.', 'WWW.', 'www.www.'),
		fc.constantFrom('Acme.com', 'acme.co.uk', 'm\u00fcller.DE', 'localhost', 'acme', 'com', '10.0.0.1'),
		fc.constantFrom('', '.', ':443', '.:80'),
		fc.constantFrom('', '/', '/about?x=1#y', '?a@b.c', '#', '\\x', ' (old)'),
	)
	.map((parts) => parts.join(''));

const isEmail = (text: string): boolean => {
	const parts = text.split('@');
	return (
		parts.length === 2 && parts.every((part) => part !== '') && ![...text].some((one) => one.trim() === '')
	);
};

const writtenEmails = fc.oneof(
	fc.emailAddress(),
	fc.constantFrom(
		'Ada@ACME.com',
		' ada@acme.com\t',
		'\u200bada@acme.com\ufeff',
		'\u00e4@\u00f6',
		'__proto__@x',
		'=@=',
	),
);

/** By the names of the service's fields. */
export const NORMALIZED: Record<string, Normalized> = {
	phoneNumber: { written: writtenPhones, meant: ofText(phoneMeant) },
	domain: { written: writtenDomains, meant: ofText(domainMeant) },
	email: { written: writtenEmails, meant: ofText((text) => text) },
};

/** An email address has one @ between two texts, and no spaces. */
export const emailsAreEmails: FormRule = (givens) =>
	givens
		.filter(({ at, meant }) => at?.[1] === 'email' && !isEmpty(meant) && typeof meant === 'string')
		.filter(({ meant }) => !isEmail(meant as string))
		.map(({ parameter }) => parameter);
