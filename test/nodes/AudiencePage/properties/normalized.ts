/** Fields whose texts are sent in one form however people write them: texts for them, and what each of them means. */
import fc, { type Arbitrary } from 'fast-check';

import { asText, isEmpty, visible, type FormRule } from './given';

interface Normalized {
	/** Texts as people write them. */
	written: Arbitrary<unknown>;
	/** Texts that are refused. */
	refused?: Arbitrary<unknown>;
	meant: (value: unknown) => unknown;
}

/** What the texts mean that were made so far: each is made of its meaning. */
const meanings = new Map<unknown, string>();

/** Texts without what shows nothing; all else stays what it is. */
const asVisible = (value: unknown): unknown => {
	const text = asText(value);
	return typeof text === 'string' ? visible(text) || undefined : text;
};

/** Phone numbers with what people put into them. */
const phones = fc
	.tuple(
		fc.constantFrom('+', '00', '\u200e+', '+\u2060', '+ ', '(+', '(00'),
		fc.constantFrom('44', '49', '420'),
		fc.constantFrom('', '(0)', ' (0) ', '-[0]', ' ', '-', '.', '\u00a0', '\u2013'),
		fc.stringMatching(/^[2-9]\d{1,2}$/),
		fc.constantFrom('', ' ', '-', '/', '.', ' / '),
		fc.stringMatching(/^\d{4}$/),
		fc.constantFrom('', '12', ' 3456'),
	)
	.map(([plus, country, trunk, area, separator, number, rest]) => {
		const prefix = `${plus}${country}${plus.startsWith('(') ? ')' : ''}`;
		const written = `${prefix}${trunk}(${area})${separator}${number}${rest}`;
		meanings.set(written, `+${country}${area}${number}${rest.trim()}`);
		return written;
	});

/** What is no number to be called from anywhere, or may be another one. */
const noPhones = fc.oneof(
	fc.constantFrom(
		...['4930123456', '030 1234', '+49 030 12345', '+44 (020) 7946 0958', '+0 123456789', '00', '+'],
		...['0011 61 2 9999 9999', '+49 30 1234567 / 5678', '+1 555 010 9999 (2)', '00.12.2024'],
	),
	fc.string().map((text) => `x${text}`),
	phones.map((phone) => `${phone} ext. 5`),
);

/** Addresses of web pages, which mean their host. */
const domains = fc.oneof(
	fc
		.tuple(
			fc.constantFrom('', 'https://', 'HTTP://', '//', 'ftp://me@', 'https://me:secret@'),
			fc.constantFrom('', 'www.', 'WWW.'),
			fc.constantFrom('Acme.com', 'acme.co.uk', 'm\u00fcller.DE', '10.0.0.1'),
			fc.constantFrom('', '.', ':443', '.:80'),
			fc.constantFrom('', '/', '/about?x=1#y', '?a@b.c', '#'),
		)
		.map((parts) => {
			meanings.set(parts.join(''), parts[2].toLowerCase());
			return parts.join('');
		}),
	// What is no host stays the mistake that it is.
	fc.constantFrom('localhost', 'https://acme', 'acme.com\\x', 'acme.com (old)', 'www.acme.com:x'),
);

const emails = fc.oneof(
	fc.emailAddress(),
	fc.constantFrom('Ada@ACME.com', ' ada@acme.com\t', '\u200bada@acme.com\ufeff'),
	fc.constantFrom('\u00e4@\u00f6', '__proto__@x', '=@='),
);

/** By the names of the service's fields. */
export const NORMALIZED: Record<string, Normalized> = {
	phoneNumber: {
		written: phones,
		refused: noPhones,
		meant: (value) => meanings.get(value) ?? asText(value),
	},
	domain: { written: domains, meant: (value) => meanings.get(value) ?? asVisible(value) },
	email: { written: emails, meant: asVisible },
};

/** An email address has one @ between two texts, and no spaces. */
export const emailsAreEmails: FormRule = (givens) =>
	givens
		.filter(({ at, meant }) => at?.[1] === 'email' && !isEmpty(meant) && typeof meant === 'string')
		.filter(({ meant }) => !/^[^@\s]+@[^@\s]+$/.test(String(meant)))
		.map(({ parameter }) => parameter);
