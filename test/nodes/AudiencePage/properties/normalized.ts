/**
 * Fields whose texts are sent in one form however people write them. How they are read, see
 * fields/text.
 */
import fc, { type Arbitrary } from 'fast-check';
import { normalizePhoneNumber } from '../../../../nodes/AudiencePage/fields/phoneNumber';
import {
	normalizeDomain,
	normalizeEmail,
	normalizeName,
} from '../../../../nodes/AudiencePage/fields/text';
import { asText, isEmpty, type FormRule } from './given';
import { texts } from './values';

interface Normalized {
	/** Texts as people write them. */
	written: Arbitrary<unknown>;
	/** Texts that are refused. */
	refused?: Arbitrary<unknown>;
	meant: (value: unknown) => unknown;
}

/** Texts that mean others. */
const PHONES: Record<string, string> = {
	...{
		'+49 (0) 30-12 34': '+49301234',
		'+49 030 12345': '+493012345',
		'0044 20/7946.0958': '+442079460958',
	},
	...{ '\u200e(+49)[0]30\u201312\u00a034': '+49301234', ' (00420) 212 345 678': '+420212345678' },
};
const EMAIL = fc.emailAddress().filter((text) => !/\*\*|\{\{/.test(text));
const DOMAINS: Record<string, string> = {
	...{ 'https://www.Acme.com/about?x=1#y': 'acme.com', 'WWW.acme.co.uk.': 'acme.co.uk' },
	...{ 'ftp://me:secret@M\u00fcller.DE:443': 'm\u00fcller.de', '//10.0.0.1?a@b.c': '10.0.0.1' },
};

const PROFILES: Record<string, string> = {
	...{ 'http://linkedin.com/in/Ada/?trk=x': 'https://www.linkedin.com/in/ada' },
	...{ 'de.linkedin.com/in/J%c3%b6rg,': 'https://www.linkedin.com/in/j%C3%B6rg' },
};

const NO_PHONES = [
	...['4930123456', '030 1234', '+49 0030 12345', '+0 123456789', '00', '+', '+4930 ext. 5'],
	...['0011 61 2 9999 9999', '+49 30 1234567 / 5678', '+1 555 010 9999 (2)', '00.12.2024'],
];

/** Which texts are read how, the tests of what normalizes them say. */
const asRead = (normalize: (text: string) => string) => (value: unknown) => {
	const text = asText(value);
	return typeof text === 'string' ? normalize(text) || text : text;
};
const meaning = (meanings: Record<string, string>, value: unknown) =>
	typeof value === 'string' && Object.hasOwn(meanings, value) ? meanings[value] : undefined;

/** By the names of the service's fields. */
export const NORMALIZED: Record<string, Normalized> = {
	phoneNumber: {
		written: fc.constantFrom(...Object.keys(PHONES)),
		refused: fc.oneof(fc.constantFrom(...NO_PHONES), fc.stringMatching(/^x/)),
		meant: (value) => meaning(PHONES, value) ?? asRead(normalizePhoneNumber)(value),
	},
	domain: {
		written: fc.constantFrom(...Object.keys(DOMAINS)),
		refused: fc.oneof(
			fc.constantFrom('localhost', 'acme.com\\x', 'acme.com (old)', 'Acme Inc.'),
			texts,
		),
		meant: (value) => meaning(DOMAINS, value) ?? asRead(normalizeDomain)(value),
	},
	email: {
		written: fc.oneof(EMAIL, fc.constantFrom('Ada@ACME.com', ' \u200b=@acme.com\ufeff\t')),
		meant: asRead(normalizeEmail),
	},
	linkedinProfileUrl: {
		written: fc.constantFrom(...Object.keys(PROFILES)),
		refused: fc.oneof(fc.constantFrom('linkedin.com/company/acme', 'n/a', 'in/ada'), texts),
		meant: (value) => meaning(PROFILES, value) ?? asText(value),
	},
};

/** Of people alone. */
export const personName = asRead(normalizeName);

const NAME = /^(?!.*(?<![^\W_])(?:undefined|null)(?![^\W_])|(?:[Nn]one|NONE|[Nn]\/[Aa])$)/s;

const FIT: Record<string, RegExp> = {
	...{ customName: NAME, idempotencyKey: NAME, name: NAME },
	domain: /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+(?<!\.\d+)$/u,
	email:
		/^(?!.*(?:\.\.|[\p{Cc}\p{Cf}()<>[\]":]|%[\da-fA-F]{2}))[^@\s,;]+@[\p{L}\p{M}\p{N}_-][\p{L}\p{M}\p{N}_.-]*\.[\p{L}\p{M}\p{N}_-]+$/u,
	linkedinProfileUrl: /^https:\/\/www\.linkedin\.com\/in\/./,
	phoneNumber: /^(?!\+\d{1,3}$)/,
};

/**
 * The interface allows any text; the form, only what is an email address, a domain, a profile, a
 * name or more than a country code.
 */
export const textsAreFit: FormRule = (givens) =>
	givens
		.filter(({ meant }) => typeof meant === 'string' && !isEmpty(meant))
		.filter(
			({ at, meant }) => at?.[0] === 'body' && FIT[at[1] ?? '']?.test(String(meant)) === false,
		)
		.map(({ parameter }) => parameter);
