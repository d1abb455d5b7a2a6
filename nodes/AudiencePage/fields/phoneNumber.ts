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

/** Whether a number has a country code of `NOT_COMPLETED`. */
const keepsZero = (number: string): boolean =>
	[...NOT_COMPLETED.keys()].some((code) => number.startsWith(code));

/** Without spaces, brackets, dots, slashes, hyphens and `(0)`; `00` before it is a `+`. */
function compact(written: string): string {
	const number = written.replace(/[\s./\p{Pd}]/gu, '').replace(/^00/, '+');
	// There, a 0 in brackets may be a part of the number: its brackets stay, and are refused.
	if (number.includes('(0)') && keepsZero(number)) return number;
	return number.replace('(0)', '').replace(/[()]/g, '');
}

/** It may have lost its `+`, as in a spreadsheet. */
const beginsWith = (number: string, countryCode: string): boolean =>
	number.startsWith(countryCode.slice(1));

/**
 * A phone number as the service takes it (service interface, section 2.2): spaces, brackets, dots,
 * slashes, hyphens and `(0)` go, and `00` becomes `+`. Without a code, `countryCode` takes the
 * place of one leading 0. A number that this would make wrong gets none, and is refused for that.
 */
export function normalizePhoneNumber(written: string, countryCode = ''): string {
	const number = compact(written);
	const isCompleted =
		/^\d+$/.test(number) &&
		countryCode !== '' &&
		!NOT_COMPLETED.has(countryCode) &&
		!beginsWith(number, countryCode);
	return isCompleted ? countryCode + number.replace(/^0/, '') : number;
}

export const phoneCountryCode: INodeProperties = {
	displayName: 'Phone Country Code',
	name: 'phoneCountryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. +1',
	description:
		'Country code of phone numbers without one. It takes the place of their leading 0. Not for countries where that would be wrong, such as Italy (+39).',
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
	if (/^\+[1-9]\d{3,14}$/.test(number)) return undefined;
	if (number.includes('(0)'))
		return 'must not have (0), which may be a part of it. Remove or keep the 0';
	return /^\d+$/.test(number) ? notCompleted(number, countryCodeOf(context)) : NO_NUMBER;
};

export const phoneText: TextRules = {
	normalize: (text, context) => normalizePhoneNumber(text, context && countryCodeOf(context)),
	rules: [phoneNumberRule],
};
