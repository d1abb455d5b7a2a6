/** Fields whose texts are sent in one form however people write them. How they are read, see fields/normalize. */
import fc, { type Arbitrary } from 'fast-check';

import { asText, isEmpty, visible, type FormRule } from './given';

interface Normalized {
	/** Texts as people write them. */
	written: Arbitrary<unknown>;
	/** Texts that are refused. */
	refused?: Arbitrary<unknown>;
	meant: (value: unknown) => unknown;
}

/** Texts that mean others. */
const PHONES: Record<string, string> = {
	...{ '+49 (0) 30-12 34': '+49301234', '0044 20/7946.0958': '+442079460958' },
	...{ '\u200e(+49)[0]30\u201312\u00a034': '+49301234', ' (00420) 2 1234567': '+42021234567' },
};
const DOMAINS: Record<string, string> = {
	...{ 'https://www.Acme.com/about?x=1#y': 'acme.com', 'WWW.acme.co.uk.': 'acme.co.uk' },
	...{ 'ftp://me:secret@M\u00fcller.DE:443': 'm\u00fcller.de', '//10.0.0.1?a@b.c': '10.0.0.1' },
};

/** What is no host stays the mistake that it is. */
const NO_DOMAINS = ['localhost', 'acme.com\\x', 'acme.com (old)', 'www.acme.com:x'];
const NO_PHONES = [
	...['4930123456', '030 1234', '+49 030 12345', '+0 123456789', '00', '+', '+4930 ext. 5'],
	...['0011 61 2 9999 9999', '+49 30 1234567 / 5678', '+1 555 010 9999 (2)', '00.12.2024'],
];

/** Texts without what shows nothing; all else stays what it is. */
const asVisible = (value: unknown): unknown => {
	const text = asText(value);
	return typeof text === 'string' ? visible(text) || undefined : text;
};
const meaning = (meanings: Record<string, string>, value: unknown) =>
	typeof value === 'string' && Object.hasOwn(meanings, value) ? meanings[value] : undefined;

/** By the names of the service's fields. */
export const NORMALIZED: Record<string, Normalized> = {
	phoneNumber: {
		written: fc.constantFrom(...Object.keys(PHONES)),
		refused: fc.oneof(
			fc.constantFrom(...NO_PHONES),
			fc.string().map((text) => `x${text}`),
		),
		meant: (value) => meaning(PHONES, value) ?? asText(value),
	},
	domain: {
		written: fc.constantFrom(...Object.keys(DOMAINS), ...NO_DOMAINS),
		meant: (value) => meaning(DOMAINS, value) ?? asVisible(value),
	},
	email: {
		written: fc.oneof(
			fc.emailAddress(),
			fc.constantFrom('Ada@ACME.com', ' \u200bada@acme.com\ufeff\t', '=@='),
		),
		meant: asVisible,
	},
};

/** An email address has one @ between two texts, and no spaces. */
export const emailsAreEmails: FormRule = (givens) =>
	givens
		.filter(({ at, meant }) => at?.[1] === 'email' && !isEmpty(meant) && typeof meant === 'string')
		.filter(({ meant }) => !/^[^@\s]+@[^@\s]+$/.test(String(meant)))
		.map(({ parameter }) => parameter);
