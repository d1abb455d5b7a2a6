import { INVISIBLE } from '../shared/values';

/**
 * Rewrites a text, as people paste it, to the form that the service takes. A text that it cannot read stays as it is:
 * the rules of the field, or the service, decide about it.
 */
export type Normalize = (text: string) => string;

const INVISIBLE_CHARACTERS = new RegExp(`[${INVISIBLE}]`, 'g');

/** @returns the text without them, and without spaces around it */
export const removeInvisible: Normalize = (text) => text.replace(INVISIBLE_CHARACTERS, '').trim();

/** Codes of countries in which numbers begin with a 0 that is dialed from abroad too. */
const CODES_BEFORE_ZERO = ['225', '226', '229', '241', '242', '378', '379', '39'];

/** What stands before a country code: a + or 00, in brackets or not. */
const INTERNATIONAL_PREFIX = /^\(? *(?:\+|00)[ .]*\(? */;

/** A country code that is set off from the rest of the number. */
const COUNTRY_CODE = /^\+(\d{1,3})(?=\D)(.*)$/s;

/** The (0) after a country code. */
const TRUNK_PREFIX = /^[ ./)-]*\( *0 *\)/;

/** So many digits may be a number of its own, without country and area code. */
const MIN_SUBSCRIBER_DIGITS = 5;

interface PhoneNumber {
	/** With no other kinds of spaces, hyphens and brackets than the usual ones. */
	written: string;
	/** The same with a + for 00, and without the (0) after the country code. */
	international: string;
	/** If it is set off from the rest. */
	countryCode?: string;
	/** What stands after `countryCode`. */
	rest: string;
	/** How many digits stand side by side in `rest`, group by group. */
	groups: number[];
	digits: string;
}

const hasOwnZero = (countryCode: string | undefined): boolean =>
	countryCode === undefined || CODES_BEFORE_ZERO.includes(countryCode);

/** Where country codes are shorter than three digits, numbers are longer than five. */
const isOfLongNumbers = ({ countryCode = '' }: PhoneNumber): boolean => countryCode.length < 3;

/** Signs that a text may be two numbers, or another one than its digits alone. */
const DOUBTS: Array<(phone: PhoneNumber) => boolean> = [
	// A 0 that is dialed within the country only.
	({ countryCode, digits }) => !hasOwnZero(countryCode) && digits.startsWith(`+${countryCode}0`),
	// So short a number with 00 is something else.
	({ written, digits }) => digits.startsWith('+') && !written.includes('+') && digits.length < 8,
	// Numbers of +1 have ten digits, of which the first is neither 0 nor 1.
	({ digits }) => /^\+1(?![2-9]\d{9}$)/.test(digits),
	// An extension, or a second number: behind more digits than a country and an area have.
	({ international }) => /^(?:\D*\d){9,}(?:[^\d/(]*[/(]| - )\D*\d/.test(international),
	// One digit in brackets that is no area, or may be dialed within the country only, as 0 is, and 8 in some.
	({ international }) => /(?<!^\+\d{1,3} *)\( *\d *\)|\( *[08] *\)/.test(international),
	// A whole number, its country code not set off, and behind it as many digits as another one has.
	({ countryCode, international }) =>
		countryCode === undefined && /^\+\d{8,}\D+(?:\d+\D+)*\d{5}/.test(international),
	// A bracket behind two digits: "30 1234 (56)".
	({ rest }) => /^[^(\d]*\d[^(\d]*\d[^(]*\(/.test(rest),
	// A slash, or a hyphen with spaces, behind two groups of digits: "30 1234 / 1235".
	({ rest }) => {
		const [before = '', after] = rest.split(/\/| - /);
		return after !== undefined && /\d\D+\d/.test(before);
	},
	// Two halves, each long enough for a number: "312 345 312 346".
	(phone) => {
		const half = phone.groups.reduce((sum, length) => sum + length, 0) / 2;
		let before = 0;
		const isHalved = phone.groups.some((length) => (before += length) === half);
		return isHalved && half >= MIN_SUBSCRIBER_DIGITS + Number(isOfLongNumbers(phone));
	},
	// Two groups of equal length side by side, each long enough for a number: "81 23 45 812346 812347".
	(phone) =>
		phone.groups.some((length, at) => length >= MIN_SUBSCRIBER_DIGITS && length === phone.groups[at + 1]) &&
		!(isOfLongNumbers(phone) && phone.groups.join() === '5,5'),
];

/**
 * A phone number without spaces, dots, hyphens, slashes and brackets. A leading 00 becomes +, and the (0) after a country
 * code goes: it is only dialed within the country. What may be another number then (`DOUBTS`) stays as it is.
 */
export function normalizePhoneNumber(text: string): string {
	const visible = removeInvisible(text);
	const written = visible
		.replace(/\p{Zs}/gu, ' ')
		.replace(/[\u2010-\u2015\u2212]/g, '-')
		.replaceAll('[', '(')
		.replaceAll(']', ')');
	const prefixed = written.replace(INTERNATIONAL_PREFIX, '+');
	const [, countryCode, behind = ''] = COUNTRY_CODE.exec(prefixed) ?? [];
	const rest = hasOwnZero(countryCode) ? behind : ` ${behind.replace(TRUNK_PREFIX, '')}`;
	const international = countryCode === undefined ? prefixed : `+${countryCode}${rest}`;
	const digits = international.replace(/[ ./()-]/g, '');
	const groups = (rest.match(/\d+/g) ?? []).map((group) => group.length);
	const phone = { written, international, countryCode, rest, groups, digits };
	return DOUBTS.some((isDoubtful) => isDoubtful(phone)) ? visible : digits;
}

/** A letter in lower case, unless that takes more than one, as of the Turkish İ. */
const lowerCase = (letter: string): string => {
	const lower = letter.toLowerCase();
	return lower.length === letter.length ? lower : letter;
};

/** `www.` before a domain that somebody can own: not before `com`, nor before `co.uk` and its like. */
const WWW = /^www\.(?!(?:ac|co|com|edu|gob|gov|net|or|org)\.[a-z]{2}$)(?=[^.]+\.)/;

/** The domain in a web address, in lower case and without `www.`; a text without a domain stays as it is. */
export const normalizeDomain: Normalize = (text) => {
	const address = removeInvisible(text);
	const [, host = ''] =
		/^(?:[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?|\/\/)?([^/?#\\:@\s]+?)\.?(?::\d*)?(?:[/?#].*)?$/is.exec(
			address,
		) ?? [];
	const name = [...host].map(lowerCase).join('');
	if (!/[^.]\.[^.]/.test(name)) return address;
	return name.replace(WWW, '');
};
