import type { INodeProperties } from 'n8n-workflow';

import { isEmpty } from '../shared/values';
import { fieldError, type FieldContext } from './fieldError';
import countries from './callingCodes.json';
import plans from './numberingPlans.json';
import { phoneNumberPattern, removeInvisible, type TextRule, type TextRules } from './text';

interface Plan {
	countryCodes: string;
	/** A pattern of what is dialed within the country only. */
	trunkPrefix: string;
	/** A pattern of national numbers without it. */
	nationalNumber: string;
	/**
	 * Where two numbers may look like one: what is whole without its trunk prefix nevertheless, as
	 * Excel leaves it out.
	 */
	withoutTrunkPrefix?: string;
}

/**
 * Checked against libphonenumber, without premium rate. No German area is 4930 or the like: 49 and
 * that of a city.
 */
const PLAN_BY_CODE = new Map(
	(plans as Plan[]).flatMap((plan) =>
		plan.countryCodes.split(' ').map((code) => [code, plan] as const),
	),
);

const LEFT_OUT = /^the |, the$|\band\b|[^\p{L}\p{N}]/giu;
/** Without accents, punctuation, `the` and `and`: people write Cote d'Ivoire, and Bahamas, The. */
const countryKey = (name: string): string =>
	name.toLowerCase().normalize('NFD').replace(LEFT_OUT, '');

const CODE_BY_COUNTRY = new Map(
	Object.entries(countries).flatMap(([code, names]) =>
		names.split('|').map((name) => [countryKey(name), code] as const),
	),
);

/**
 * The country calling code of a country, such as 49 of "Germany", "DE" and "+49"; undefined if it
 * is unknown.
 */
export function callingCodeOf(country: unknown): string | undefined {
	// Odoo gives [id, name].
	const text = removeInvisible(String(Array.isArray(country) ? country[1] : country));
	const code = /\+ *(\d{1,3})\b/.exec(text)?.[1] ?? text.replace(/^00 */, '');
	if (PLAN_BY_CODE.has(code)) return code;
	const [, other = ''] = /(?:\(|^[A-Z]{2,3} [-–] )([^()]+)\)?$/.exec(text) ?? [];
	return [text, other].flatMap((name) => CODE_BY_COUNTRY.get(countryKey(name)) ?? [])[0];
}

/** What stands before a country calling code: a + or 00, in brackets or not. */
const INTERNATIONAL_PREFIX = /^\(? *(?:\+|00)[ .]*\(? */;

/**
 * Countries that dial abroad with 00 and more digits than these: what 00 begins may be such a
 * number of theirs.
 */
const OTHER_INTERNATIONAL_PREFIX = '55 57 61 62 65 66 82 254 255 256 592 852 855 886 976'.split(
	' ',
);

/** The trunk prefix behind a country calling code, for those who dial within the country. */
const ZERO = /^[ ./()-]*0/;
/** The same, where the trunk prefix is another one. */
const BRACKETED_ZERO = /^[ ./)-]*\( *0 *\)/;

/** A date, or two times: in many countries, such digits could be a number. */
const DATE =
	/^\(?(?:(?:\d\d?\.(?:\d\d?\.)? ?[-–] ?)?[0-3]?\d(?:([./–-]) ?[0-1]?\d\1 ?(?:19|20)?\d\d| [01]?\d (?:19|20)\d\d)(?: [0-2]?\d[.:][0-5]\d)?|(?:19|20)\d\d([./-])[01]\d\2[0-3]\d|[0-2]?\d[.:][0-5]\d ?[-–] ?[0-2]?\d[.:][0-5]\d)[.)]*$/;

const digitsOf = (text: string): string => text.replace(/[ ./()'’-]/g, '');
const isWhole = (pattern: string, digits: string): boolean =>
	new RegExp(`^(?:${pattern})$`).test(digits);

/**
 * Whether a number of a country with many lengths may be two, or lack its end, by what a bracket,
 * slash or spaced hyphen sets off behind more than an area code, but for an extension; by an area
 * code twice, or equal groups; by a hyphen at the end.
 */
function mayBeTwoNumbers(written: string): boolean {
	if (
		/\d\D*\d.*\(|\d\D+\d.*(?:\/| - (?![\d ]{1,6}$))|\d{6,}\D*(?:\/| - (?!0$))|[/-]$/s.test(written)
	)
		return true;
	const groups = written.match(/\d+/g) ?? [];
	const hasItsStartTwice =
		digitsOf(written).length >= 12 && groups.slice(1, -1).includes(groups[0] ?? '');
	const isAsLong = (part: string, at: number) =>
		part.length > 5 && part.length === groups[at - 1]?.length;
	return hasItsStartTwice || groups.some(isAsLong);
}

/**
 * The number in E.164 form; undefined unless what stands behind the country calling code is one
 * number.
 */
function international(code: string, written: string): string | undefined {
	const plan = PLAN_BY_CODE.get(code);
	if (plan === undefined) return undefined;
	const { nationalNumber, trunkPrefix, withoutTrunkPrefix: ofManyLengths } = plan;
	const zero = trunkPrefix === '0' ? ZERO : BRACKETED_ZERO;
	const rest = isWhole(nationalNumber, digitsOf(written)) ? written : written.replace(zero, '');
	const hasTrunkPrefix = (trunkPrefix === '' ? /\( *0 *\) *3/ : /\( *[08] *\)/).test(rest);
	if (!isWhole(nationalNumber, digitsOf(rest)) || hasTrunkPrefix) return undefined;
	return ofManyLengths !== undefined && mayBeTwoNumbers(rest)
		? undefined
		: `+${code}${digitsOf(rest)}`;
}

/** The number in E.164 form; undefined where it may be more than one number, or none. */
function national(code: string, written: string): string | undefined {
	const plan = PLAN_BY_CODE.get(code);
	if (plan === undefined || (code !== '1' && /^1\W+\d{3}\W+\d{3}\W+\d{4}$/.test(written)))
		return undefined;
	const { trunkPrefix, nationalNumber, withoutTrunkPrefix = nationalNumber } = plan;
	const behind = (prefix?: string): string | undefined => {
		const [, rest] = (prefix && new RegExp(`^[ (]*${prefix}([^]*)$`).exec(written)) || [];
		return rest === undefined ? undefined : international(code, rest);
	};
	const withTrunkPrefix = behind(trunkPrefix);
	const asIs = international(code, written);
	// The + is missing, as Excel leaves it out. Set off from the rest, it is nothing else.
	const withCode = behind(code);
	if (withCode !== undefined && new RegExp(`^[ (]*${code}\\D`).test(written)) return withCode;
	const [number, ...others] = new Set(
		[withTrunkPrefix, withCode, asIs].filter((one) => one !== undefined),
	);
	if (others.length > 0) return undefined;
	// Excel makes numbers of bare digits only.
	const isComplete = trunkPrefix === '' && /\D/.test(written);
	const isCertain = isComplete || isWhole(withoutTrunkPrefix, digitsOf(written));
	return isCertain || number === (withTrunkPrefix ?? withCode) ? number : undefined;
}

/**
 * The phone number in E.164 form; a text that is none with certainty as it is, or not in that form,
 * to be refused.
 */
export function normalizePhoneNumber(text: string, ownCode = ''): string {
	const visible = removeInvisible(text);
	const written = visible
		.normalize('NFKC')
		// How texts are marked in spreadsheets, how numbers are linked or labeled, and how a program
		// writes decimals.
		.replace(
			/^(?:'|(?:tel(?:efon(?:nummer)?|ephone)?|fon|(?:cell )?phone|mob(?:ile?|iltelefon)?|cell|direkt|direct|handy|tlf|[dmopt])\b *[.:]* *)/i,
			'',
		)
		.replace(/^(\+?[\d /-]{7,})\.0$/, '$1')
		.replace(/[\u2010-\u2015\u2212]/g, '-')
		.replace(/^011\D+/, (prefix) => (ownCode === '1' ? '+' : prefix))
		// An area code in pairs of digits, as in 03 41 / 1 23 45 67.
		.replace(/^\(?0\d?(?: \d\d){1,2}\)? *\/(?! *\(?0)/, (areaCode) => `${digitsOf(areaCode)}/`)
		.replaceAll('[', '(')
		.replaceAll(']', ')');
	if (!INTERNATIONAL_PREFIX.test(written))
		return (ownCode === '' ? digitsOf(written) : national(ownCode, written)) ?? visible;
	const number = written.replace(INTERNATIONAL_PREFIX, '');
	const code = [1, 2, 3]
		.map((digits) => number.slice(0, digits))
		.find((start) => PLAN_BY_CODE.has(start));
	const isOther =
		!written.includes('+') && code !== ownCode && OTHER_INTERNATIONAL_PREFIX.includes(ownCode);
	if (code === undefined || isOther) return visible;
	return international(code, number.slice(code.length)) ?? visible;
}

export const phoneCountryCode: INodeProperties = {
	displayName: 'Phone Country Code',
	name: 'phoneCountryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. +1',
	description:
		'Country code, or country, of phone numbers without one. The leading 0 that is dialed only within the country is removed.',
};

/** Empty if there is none. Throws if it is neither the code of a country nor its name. */
function countryCodeOf(context: FieldContext): string {
	const { name, displayName } = phoneCountryCode;
	const value = context.getNodeParameter(`options.${name}`, '') as string;
	if (isEmpty(value)) return '';
	const code = callingCodeOf(value);
	if (code !== undefined) return code;
	throw fieldError(context, displayName, 'must be a country or its code, e.g. UK, +1 or +49', {
		value,
	});
}

/**
 * What else people write where a number should be, and what to do about it: the first that fits is
 * told.
 */
const WRITTEN_BESIDE: Array<[words: RegExp, brokenRule: string]> = [
	[/^#\S+[!?]$/, 'must not be the error of a formula. Enter the number as text'],
	[
		/^\d[\d.,]*e\+?\d+$/i,
		'has lost digits in the spreadsheet. Format the column as text and enter it again',
	],
	[/(?:ext|extension|durchwahl|x|#)[. =]*\d+$/i, 'must not have an extension. Remove it'],
	[/:::|\d[\s(]*\+|\b(?:or|oder|and|und)\b/i, 'must be one number. Leave only one in the cell'],
	[/\d(?:\p{L}+\d|[oOlI]\b)/u, 'must not have a letter among its digits. Correct it'],
	[/\p{L}/u, 'must not have words beside it. Leave only the number'],
	[
		/ \p{Pd} /u,
		'may be two numbers. Leave only one in the cell, or remove the spaces around the hyphen',
	],
	[
		/[;,|]|(?:\d\D*){5}\/(?:\D*\d){5}/,
		'must be one number. Leave only one in the cell, without , ; | or /',
	],
];

const phoneNumberRule: TextRule = (text, context, written) => {
	if (DATE.test(written.trim())) return 'must not be a date or time. Correct or empty the cell';
	const brokenRule = phoneNumberPattern(text);
	if (brokenRule === undefined) return undefined;
	const [, told] = WRITTEN_BESIDE.find(([words]) => words.test(text)) ?? [];
	if (told !== undefined) return told;
	if (/^\D*\+/.test(text))
		return (
			phoneNumberPattern(digitsOf(text)) ??
			'is not a valid number of that country. Check its digits'
		);
	const code = countryCodeOf(context);
	return code === ''
		? 'has no country code. Write it with one, e.g. +4930123456, or set Options > Phone Country Code'
		: `cannot be read with certainty as one number of +${code}, the Phone Country Code. Check its digits, or write it with + and its country code, and with spaces, e.g. ${code === '49' ? '+44 20 7946 0000' : '+49 30 123456'}`;
};

export const phoneText: TextRules = {
	normalize: (text, context) => normalizePhoneNumber(text, context && countryCodeOf(context)),
	rules: [phoneNumberRule],
};
