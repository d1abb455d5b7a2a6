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

/**
 * An extension, a second number, or a prefix of another kind: digits after a slash, a bracket or a hyphen with spaces behind
 * more digits than a country and an area have, or one digit in brackets that is no area, or may
 * be dialed within the country only, as 0 is, and 8 in some.
 */
const OTHER_DIGITS = /^(?:\D*\d){9,}(?:[^\d/(]*[/(]| - )\D*\d|(?<!^\+\d{1,3} *)\( *\d *\)|\( *[08] *\)/;

/** So many digits may be a number of its own, without country and area code. */
const MIN_SUBSCRIBER_DIGITS = 5;

const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Whether the digits behind a country code may be two numbers, such as "312345 312346": groups of equal length side by
 * side, or halves of five digits or more each; or digits that are set off by brackets, a slash or
 * a hyphen with spaces, behind more than an area code.
 * Where the country code is shorter than three digits, numbers are longer than five: there, twice five digits are one.
 */
function mayBeTwoNumbers(code: string, rest: string): boolean {
	const lengths = (rest.match(/\d+/g) ?? []).map((digits) => digits.length);
	const [beforeBracket = '', inBracket] = rest.split('(');
	if (inBracket !== undefined && /\d\D*\d/.test(beforeBracket)) return true;
	const [beforeSlash = '', afterSlash] = rest.split(/\/| - /);
	if (afterSlash !== undefined && /\d\D+\d/.test(beforeSlash)) return true;
	const half = sumOf(lengths) / 2;
	const least = code.length < 3 ? MIN_SUBSCRIBER_DIGITS + 1 : MIN_SUBSCRIBER_DIGITS;
	let before = 0;
	const isHalved = half >= least && lengths.some((length) => (before += length) === half);
	const hasTwins = lengths.some(
		(length, at) => length >= MIN_SUBSCRIBER_DIGITS && length === lengths[at + 1],
	);
	return isHalved || (hasTwins && !(code.length < 3 && lengths.join() === '5,5'));
}

/** A number with its country code, and behind it as many digits as another number has. */
const NUMBER_AND_DIGITS = /^\+\d{8,}\D+(?:\d+\D+)*\d{5}/;

/**
 * A phone number without spaces, dots, hyphens, slashes and brackets. A leading 00 becomes +, and the (0) after a country
 * code goes: it is only dialed within the country. What may be another number then stays as it is.
 */
export function normalizePhoneNumber(text: string): string {
	const visible = removeInvisible(text);
	const written = visible
		.replace(/\p{Zs}/gu, ' ')
		.replace(/[\u2010-\u2015\u2212]/g, '-')
		.replaceAll('[', '(')
		.replaceAll(']', ')');
	const international = written.replace(INTERNATIONAL_PREFIX, '+');
	const [, code, rest = ''] = COUNTRY_CODE.exec(international) ?? [];
	const hasOwnZero = code === undefined || CODES_BEFORE_ZERO.includes(code);
	const spaced = hasOwnZero ? international : `+${code} ${rest.replace(TRUNK_PREFIX, '')}`;
	const number = spaced.replace(/[ ./()-]/g, '');
	const isTwo =
		code === undefined
			? NUMBER_AND_DIGITS.test(spaced)
			: mayBeTwoNumbers(code, spaced.slice(code.length + 1));
	if (number === visible) return number;

	const keepsTrunkZero = !hasOwnZero && number.startsWith(`+${code}0`);
	// Numbers of +1 have ten digits, of which the first is neither 0 nor 1. So short a number with 00 is something else.
	const isShort = number.startsWith('+') && !written.includes('+') && number.length < 8;
	const isOther = isShort || /^\+1(?![2-9]\d{9}$)/.test(number);
	return keepsTrunkZero || isOther || isTwo || OTHER_DIGITS.test(spaced) ? visible : number;
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
