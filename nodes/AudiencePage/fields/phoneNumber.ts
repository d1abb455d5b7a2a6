import type { GenericValue, INodeProperties } from 'n8n-workflow';

import type { FieldContext } from './fieldError';
import { pattern, validatedText, type TextRule, type TextRules } from './text';

const DIALED_WITH_8 = 'people there dial 8 before it';
const BEGINS_WITH_0 = 'numbers there keep their 0';

/**
 * The country codes that cannot take the place of one leading 0, and why: the rule would make wrong
 * numbers. The test derives them from libphonenumber.
 */
export const NOT_COMPLETED = new Map([
	['+7', DIALED_WITH_8],
	['+36', 'people there dial 06 before it'],
	['+39', BEGINS_WITH_0],
	['+54', 'people there dial 15 in mobile numbers'],
	['+225', BEGINS_WITH_0],
	['+226', BEGINS_WITH_0],
	['+229', BEGINS_WITH_0],
	['+241', BEGINS_WITH_0],
	['+242', BEGINS_WITH_0],
	['+250', BEGINS_WITH_0],
	['+370', DIALED_WITH_8],
	['+375', DIALED_WITH_8],
	['+692', 'people there dial 1 before it'],
	['+992', BEGINS_WITH_0],
	['+993', DIALED_WITH_8],
]);

/** A 0 that people write between country code and number: `+49 (0)30`, `+49 (030)`, `+49 030`. */
const ZERO_BEHIND_CODE = /^(\+\d{1,3})[\s(./\p{Pd}]+0\)?/u;

/** Without spaces, brackets, dots, slashes, hyphens and such a 0; `00` before it is a `+`. */
function compact(written: string): string {
	const number = written
		.replace(/\p{C}/gu, '')
		.trim()
		.replace(/^00\s*/, '+');
	const [, code = ''] = ZERO_BEHIND_CODE.exec(number) ?? [];
	const keepsZero = NOT_COMPLETED.get(code) === BEGINS_WITH_0;
	// There, a 0 in brackets may be a part of the number: its brackets stay, and are refused.
	if (keepsZero && number.includes('(0)')) return number;
	const withoutZero = keepsZero ? number : number.replace(ZERO_BEHIND_CODE, '$1');
	return withoutZero.replace(/[\s()./\p{Pd}]/gu, '');
}

/** It may have lost its `+`, as in a spreadsheet. */
const beginsWith = (number: string, countryCode: string): boolean =>
	countryCode !== '+1' && number.startsWith(countryCode.slice(1));

/** What people dial before a number within their country. */
const trunkPrefixOf = (countryCode: string): RegExp => (countryCode === '+1' ? /^1/ : /^0/);

/**
 * A phone number as the service takes it (service interface, section 2.2): spaces, brackets, dots,
 * slashes and hyphens go, and a 0 behind the country code; `00` becomes `+`. Without a code,
 * `countryCode` takes the place of one leading 0, for +1 of one leading 1. A number that this would
 * make wrong gets none, and is refused for that.
 */
export function normalizePhoneNumber(written: string, countryCode = ''): string {
	const number = compact(written);
	const isCompleted =
		/^\d+$/.test(number) &&
		countryCode !== '' &&
		!NOT_COMPLETED.has(countryCode) &&
		!beginsWith(number, countryCode);
	return isCompleted ? countryCode + number.replace(trunkPrefixOf(countryCode), '') : number;
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

/** Empty if there is none. NodeOperationError if it is no country code. */
export function countryCodeOf(context: FieldContext): string {
	const { name } = phoneCountryCode;
	const value = context.getNodeParameter(`options.${name}`, '') as GenericValue;
	const isCode = pattern(/^\+[1-9]\d{0,2}$/, '+ and 1 to 3 digits, e.g. +49');
	return validatedText(context, phoneCountryCode, value, { rules: [isCode] }) ?? '';
}

const HAS_NO_CODE = 'has no country code';

/** Why a number without a country code did not get that of the option. */
function notCompleted(number: string, countryCode: string): string {
	if (countryCode === '')
		return `${HAS_NO_CODE}. Write it as +4930123456, or set Options > Phone Country Code`;
	const why = NOT_COMPLETED.get(countryCode);
	if (why !== undefined) return `${HAS_NO_CODE}, which ${countryCode} needs: ${why}`;
	const isWithoutPlus = beginsWith(number, countryCode);
	return isWithoutPlus ? `begins with ${countryCode}, but without its +. Write the +` : NO_NUMBER;
}

const NO_NUMBER = 'must be + and 4 to 15 digits, e.g. +4930123456';

const phoneNumberRule: TextRule = (number, context) => {
	// No number of +1 begins with 0 or 1.
	if (/^\+(?!1[01])[1-9]\d{3,14}$/.test(number)) return undefined;
	if (number.includes('(0)'))
		return 'must not have (0), which may be a part of it. Remove or keep the 0';
	return /^\d+$/.test(number) ? notCompleted(number, countryCodeOf(context)) : NO_NUMBER;
};

export const phoneText: TextRules = {
	normalize: (text, context) => normalizePhoneNumber(text, context && countryCodeOf(context)),
	rules: [phoneNumberRule],
};
