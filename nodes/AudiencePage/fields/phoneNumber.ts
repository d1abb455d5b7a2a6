import type { GenericValue, INodeProperties } from 'n8n-workflow';

import type { FieldContext } from './fieldError';
import { mustMatch, validatedText, type Rule, type TextRules } from './text';

// The country codes that cannot take the place of one leading 0: this would make wrong numbers. The
// test derives them from libphonenumber.

/** Numbers there begin with a 0, behind the country code too. */
export const KEEPS_ZERO = ['+39', '+225', '+226', '+229', '+241', '+242', '+250', '+992'];
/** People there dial other digits before a number, such as 8 or 06. */
export const NOT_DIALED_WITH_ZERO = ['+7', '+36', '+54', '+370', '+375', '+692', '+993'];

/** No number of +1 begins with 0 or 1. */
const PHONE_NUMBER = /^\+(?!1[01])[1-9]\d{3,14}$/;
const NO_PHONE_NUMBER = 'must be + and 4 to 15 digits, e.g. +4930123456';
const ONLY_DIGITS = /^\d+$/;

/** A 0 that people write between country code and number: `+49 (0)30`, `+49 (030)`, `+49 030`. */
const ZERO_BEHIND_CODE = /^(\+\d{1,3})[\s(./\p{Pd}]+0\)?/u;

/** Without spaces, brackets, dots, slashes, hyphens and such a 0; `00` before it is a `+`. */
const compact = (text: string): string =>
	text
		.replace(/\p{Cf}/gu, '')
		.replace(/^00\s*/, '+')
		.replace(ZERO_BEHIND_CODE, (start, code: string) => (KEEPS_ZERO.includes(code) ? start : code))
		.replace(/[\s()./\p{Pd}]/gu, '');

/** Why the country code must not be put before these digits; undefined if it may. */
function notCompleted(digits: string, countryCode: string): string | undefined {
	const hasNone = 'has no country code';
	if (countryCode === '')
		return `${hasNone}. Write it as +4930123456, or set Options > Phone Country Code`;
	if (KEEPS_ZERO.includes(countryCode))
		return `${hasNone}, which ${countryCode} needs: numbers there keep their 0`;
	if (NOT_DIALED_WITH_ZERO.includes(countryCode))
		return `${hasNone}, which ${countryCode} needs: people there do not dial 0 before it`;
	// A spreadsheet takes a number with + for a sum.
	const hasLostPlus = countryCode !== '+1' && digits.startsWith(countryCode.slice(1));
	return hasLostPlus ? `begins with ${countryCode}, but without its +. Write the +` : undefined;
}

/**
 * A phone number as the service takes it (service interface, section 2.2): spaces, brackets, dots,
 * slashes and hyphens go, and a 0 behind the country code; `00` becomes `+`. Without a code,
 * `countryCode` takes the place of one leading 0, for +1 of one leading 1.
 */
export function normalizePhoneNumber(text: string, countryCode = ''): string {
	const number = compact(text);
	const isComplete = !ONLY_DIGITS.test(number);
	if (isComplete || notCompleted(number, countryCode) !== undefined) return number;
	return countryCode + number.replace(countryCode === '+1' ? /^1/ : /^0/, '');
}

export const phoneCountryCode: INodeProperties = {
	displayName: 'Phone Country Code',
	name: 'phoneCountryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. +1',
	description:
		'Country code of all phone numbers without one, whatever their country. It takes the place of their leading 0 (for +1, of a leading 1).',
};

/**
 * The option of the item; empty if there is none.
 * @throws NodeOperationError if it is no country code
 */
export function countryCodeOf(context: FieldContext | undefined): string {
	if (context === undefined) return '';
	const { name } = phoneCountryCode;
	const value = context.getNodeParameter(`options.${name}`, '') as GenericValue;
	const mustBeCode = mustMatch(/^\+[1-9]\d{0,2}$/, '+ and 1 to 3 digits, e.g. +49');
	return validatedText(context, phoneCountryCode, value, { rules: [mustBeCode] }) ?? '';
}

const mustBePhoneNumber: Rule = (number, context) => {
	if (PHONE_NUMBER.test(number)) return undefined;
	if (!ONLY_DIGITS.test(number)) return NO_PHONE_NUMBER;
	return notCompleted(number, countryCodeOf(context));
};

export const phoneText: TextRules = {
	normalize: (text, context) => normalizePhoneNumber(text, countryCodeOf(context)),
	rules: [mustBePhoneNumber],
};
