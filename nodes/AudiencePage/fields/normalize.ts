import { INVISIBLE } from '../shared/values';

/**
 * Rewrites a text, as people paste it, to the form that the service takes. A text that it cannot read stays as it is:
 * the rules of the field, or the service, decide about it.
 */
export type Normalize = (text: string) => string;

const INVISIBLE_CHARACTERS = new RegExp(INVISIBLE, 'g');

/** @returns the text without them, and without spaces around it */
export const removeInvisible: Normalize = (text) => text.replace(INVISIBLE_CHARACTERS, '').trim();

/** Codes of countries in which numbers begin with a 0 that is dialed from abroad too. */
const CODES_BEFORE_ZERO = ['225', '241', '242', '378', '379', '39'];

/** What stands before a country code: a + or 00, in brackets or not. */
const INTERNATIONAL_PREFIX = /^\(?\s*(?:\+|0[\s.-]?0)[\s.]*\(?\s*/;

/** A country code that is set off from the rest of the number. */
const COUNTRY_CODE = /^\+(\d{1,3})(?=\D)(.*)$/s;

/** The (0) after a country code. */
const TRUNK_PREFIX = /^[\s./)\p{Pd}\u2212]*\(\s*0\s*\)/u;

/** Digits in brackets or after a slash behind more digits than a country and an area have: an extension, or a second number. */
const SECOND_NUMBER = /^(?:\D*\d){9,}\D*[/(]\D*\d/;

const SEPARATORS = /[\s./()\p{Pd}\u2212]/gu;

/**
 * A phone number without spaces, dots, hyphens, slashes and brackets. A leading 00 becomes +, and the (0) after a country
 * code goes: it is only dialed within the country. What may be another number then stays as it is.
 */
export function normalizePhoneNumber(text: string): string {
	const visible = removeInvisible(text);
	const written = visible.replaceAll('[', '(').replaceAll(']', ')');
	const international = written.replace(INTERNATIONAL_PREFIX, '+');
	const [, code, rest = ''] = COUNTRY_CODE.exec(international) ?? [];
	const hasOwnZero = code === undefined || CODES_BEFORE_ZERO.includes(code);
	const spaced = hasOwnZero ? international : `+${code} ${rest.replace(TRUNK_PREFIX, '')}`;
	const number = spaced.replace(SEPARATORS, '');

	const keepsTrunkZero = !hasOwnZero && number.startsWith(`+${code}0`);
	// No country has the code 11, and none has such short numbers.
	const isOtherPrefix = !written.includes('+') && /^\+(?:1[01]|\d{0,6}$)/.test(number);
	return keepsTrunkZero || isOtherPrefix || SECOND_NUMBER.test(spaced) ? visible : number;
}

/** The domain in a web address, in lower case and without `www.`; a text without a domain stays as it is. */
export const normalizeDomain: Normalize = (text) => {
	const address = removeInvisible(text);
	const [, host = ''] =
		/^(?:[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?|\/\/)?([^/?#\\:@\s]+?)\.?(?::\d*)?(?:[/?#].*)?$/is.exec(
			address,
		) ?? [];
	const name = host.toLowerCase();
	if (!/[^.]\.[^.]/.test(name)) return address;
	return name.replace(/^www\.(?=[^.]+\.)/, '');
};
