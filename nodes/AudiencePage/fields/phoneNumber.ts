import type { INodeProperties } from 'n8n-workflow';

import { isEmpty } from '../shared/values';
import { fieldError, type FieldContext } from './fieldError';
import { removeInvisible } from './normalize';
import { phoneNumberPattern, type TextRules } from './text';

/** Of a country calling code: what is dialed within the country only, and the national numbers without it. */
type Plan = [trunkPrefix: string, nationalNumber: string, countryCodes: string, withoutTrunkPrefix?: string];

/**
 * From the metadata of libphonenumber, less numbers that nobody has as his own (premium rate). The last column stands
 * where lengths vary so much that two numbers may look like one, or one without area code like a whole one: what is a
 * whole one nevertheless when its trunk prefix is missing, as Excel leaves it out of numbers.
 */
const PLANS: Plan[] = [
	['1', '[2-9]\\d{9}', '1'],
	['8', '[3-9]\\d{9}', '7'],
	['8', '[1-7]\\d{7}', '993'],
	['8\\D*0?', '[12]\\d{8}|(?:33|44)\\d{7}', '375'],
	['06', '[1-9]\\d{7}|[2357]0\\d{7}|31\\d{7}', '36'],
	['[08]', '[3-9]\\d{7}', '370'],
	// Of these, numbers begin with a 0 that is dialed from abroad too.
	['', '0\\d{5,10}|3\\d{8,9}', '39 379', '0\\d{5,10}|3\\d{9}'],
	['', '0549\\d{6}|[5-7]\\d{7}', '378'],
	['', '[02]\\d{9}', '225'],
	['', '0\\d{9}', '229'],
	['', '\\d{9}', '242 992'],
	['', '[0-7]\\d{7}', '226'],
	['0', '0\\d{7}|[1-7]\\d{7}|[2-7]\\d{6}', '241', '[1-7]\\d{7}'],
	['', '[2-9]\\d{9}', '30 52'],
	['', '[1-9]\\d{8}', '34 48 56 221 237 240 244 351 420 998'],
	['', '[237]\\d{7}|[678]\\d{8}', '224 258 268'],
	['', '[1-9]\\d{7}', '45 47 65 216 222 223 227 228 235 236 253 257 266 350 356 357 371 502 503 504 505'],
	['', '[1-9]\\d{7}', '506 509 689 852 853 965 968 973 974'],
	['', '[1-9]\\d{6,7}', '230 267 372 507 599 670 673 674 675 975'],
	['', '[1-9]\\d{6}|[1-9]\\d{8}', '220 245 354 423'],
	['', '[1-9]\\d{6}', '238 239 246 248 269 297 501 592 679 680 691 692 960'],
	['', '[1-9]\\d{5}', '298 299 672 681 687'],
	['', '[1-9]\\d{5}|6\\d{8}', '376', '[1-9]\\d{5}|6\\d{8}'],
	['', '[2-9]\\d{4}', '247 500 682'],
	['', '[1-9]\\d{3,6}', '290 597 676 677 678 683 685 688 690', '[1-9]\\d{3,6}'],
	['', '[2-9]\\d{3,10}', '352', '[2-9]\\d{3,10}'],
	['', '[1-9]\\d{7,11}', '800 808 870 878 881 882 883 888 979', ''],
	['0', '[1-9]\\d{6}', '291'],
	['0', '[1-9]\\d{7}', '232 373 374 382 383 386 389 591 598'],
	['0', '[1-9]\\d{4}|[67]\\d{7}', '686'],
	['0', '[1-9]\\d{5}|[1-9]\\d{8}', '508'],
	['0', '[1-9]\\d{6,7}', '961'],
	['0', '[2-8]\\d{5,7}', '53', '5\\d{7}'],
	['0', '[1-9]\\d{8}', '27 31 33 41 93 94 211 212 218 233 249 250 251 255 256 260 261 262 263 380 421'],
	['0', '[1-9]\\d{8}', '590 594 596 966 994 995 996'],
	['0', '[1-9]\\d{7,8}', '32 51 66 213 264 355 377 385 387 593 855 886 962 963 970 971 972'],
	['0', '[1-9]\\d{8}|2\\d{5}', '40', '[1-9]\\d{8}'],
	['0', '[1-9]\\d{8,9}', '44 84 92'],
	['0', '[1-9]\\d{9}', '58 90 91 98 234'],
	['0', '[2-478]\\d{8}|1[38]00\\d{6}', '61'],
	['0', '[25]\\d{7,9}|[34679]\\d{7}|8\\d{7,9}', '64', '2\\d{7,9}|[34679]\\d{7}'],
	['0', '[17]\\d{8,9}|[2-9]\\d{7,8}', '20 964'],
	['0', '9?(?:11|[236]\\d)\\d{8}', '54'],
	['0', '[1-9]{2}(?:[2-57]\\d{7}|9\\d{8})', '55'],
	['0', '3\\d{9}|60\\d{8}|[1-8]\\d{7}', '57', '3\\d{9}|60\\d{8}'],
	['0', '1\\d{8,9}|[3-9]\\d{7,8}', '60'],
	['0', '9\\d{9}|[2-8]\\d{5,9}', '63', '9\\d{9}'],
	['0', '[1-9]\\d{8}|[25-9]0\\d{8}', '81'],
	['0', '1\\d{8,9}|[2-7]\\d{7,9}', '82', '10\\d{7,8}'],
	['0', '1[3-9]\\d{9}|10\\d{8}|[2-9]\\d{8,10}', '86', '1[3-9]\\d{9}'],
	['0', '[1-9]\\d{6,8}', '231 243 252 254 265 359 595 967', '[1789]\\d{8}'],
	['0', '[1-9]\\d{6,8}|48\\d{8}', '353', '[1789]\\d{8}'],
	['0', '[1-9]\\d{7,9}', '976', '[1-9]\\d{7}'],
	['0', '[1-9]\\d{6,8}', '46', '[1-9]\\d{8}'],
	['0', '[1-9]\\d{6,9}', '95 381 850 856 880 977', '[1-9]\\d{9}'],
	['0', '[1-9]\\d{4,10}', '358', '(?:4\\d|50)\\d{7}'],
	['0', '[2-79]\\d{6,9}|8\\d{6,11}', '62', '8\\d{8,11}'],
	['0', '[1-9]\\d{5,11}', '43', '6[5-9]\\d{8,9}'],
	// No area of it is 4930, 4940, 4969, 498 or 499, as the numbers of its largest cities are with their country code.
	['0', '(?!49(?:[34]0|69|[89]))[1-9]\\d{5,10}', '49', '1[567]\\d{8,9}'],
];

const PLAN_BY_CODE = new Map(
	PLANS.flatMap((plan) => plan[2].split(' ').map((code) => [code, plan] as const)),
);

/** What stands before a country calling code: a + or 00, in brackets or not. */
const INTERNATIONAL_PREFIX = /^\(? *(?:\+|00)[ .]*\(? */;

/** Countries that dial abroad with 00 and more digits than these: what 00 begins may be such a number of theirs. */
const OTHER_INTERNATIONAL_PREFIX = '55 57 61 62 65 66 82 254 255 256 592 852 855 886 976'.split(' ');

/** The trunk prefix behind a country calling code, for those who dial within the country. */
const BRACKETED_ZERO = /^[ ./)-]*\( *0 *\)/;

const digitsOf = (text: string): string => text.replace(/[ ./()-]/g, '');

const isWhole = (pattern: string, digits: string): boolean => new RegExp(`^(?:${pattern})$`).test(digits);

/**
 * Whether national numbers of many lengths may be two: what a bracket, a slash or a spaced hyphen sets off behind more
 * than an area code; or equal halves, or groups of equal length side by side.
 */
function mayBeTwoNumbers(written: string): boolean {
	if (/\d\D*\d.*\(|\d\D+\d.*(?:\/| - )|\d{6,}\D*(?:\/| - )/s.test(written)) return true;
	const lengths = (written.match(/\d+/g) ?? []).map((digits) => digits.length);
	const half = digitsOf(written).length / 2;
	let before = 0;
	const isHalved = half >= 6 && lengths.some((length) => (before += length) === half);
	return isHalved || lengths.some((length, at) => at > 0 && length > 5 && length === lengths[at - 1]);
}

/** The number in E.164 form; undefined unless what stands behind the country calling code is one number. */
function international(code: string, written: string): string | undefined {
	const [, nationalNumber = '', , ofManyLengths] = PLAN_BY_CODE.get(code) ?? [];
	const isKept = isWhole(nationalNumber, digitsOf(written));
	const rest = isKept ? written : written.replace(BRACKETED_ZERO, '');
	if (!isWhole(nationalNumber, digitsOf(rest)) || /\( *[08] *\)/.test(rest)) return undefined;
	return ofManyLengths !== undefined && mayBeTwoNumbers(rest) ? undefined : `+${code}${digitsOf(rest)}`;
}

/** The number in E.164 form; undefined where it may be more than one number, or none. */
function national(code: string, written: string): string | undefined {
	const plan = PLAN_BY_CODE.get(code);
	if (plan === undefined) return undefined;
	const [trunkPrefix, nationalNumber, , withoutTrunkPrefix = nationalNumber] = plan;
	const behind = (prefix?: string): string | undefined => {
		const [, rest] = (prefix && new RegExp(`^[ (]*${prefix}([^]*)$`).exec(written)) || [];
		return rest === undefined ? undefined : international(code, rest);
	};
	const withTrunkPrefix = behind(trunkPrefix);
	const asIs = international(code, written);
	// The + is missing, as Excel leaves it out. Set off from the rest, it is nothing else.
	const withCode = behind(code);
	if (withCode !== undefined && new RegExp(`^[ (]*${code}\\D`).test(written)) return withCode;
	const [number, ...others] = new Set([withTrunkPrefix, withCode, asIs].filter((one) => one !== undefined));
	if (others.length > 0) return undefined;
	// Excel makes numbers of bare digits only.
	const isComplete = trunkPrefix === '' && /\D/.test(written);
	const isCertain = isComplete || isWhole(withoutTrunkPrefix, digitsOf(written));
	return isCertain || number === (withTrunkPrefix ?? withCode) ? number : undefined;
}

/**
 * The phone number in E.164 form: + and digits. What cannot be read with certainty as one number stays as it is, or
 * keeps more than digits or no +, and so is refused.
 *
 * @param ownCode the country calling code of numbers that have none, such as 49
 */
export function normalizePhoneNumber(text: string, ownCode = ''): string {
	const visible = removeInvisible(text);
	if (/^\+\d+$/.test(visible)) return visible;
	const written = visible
		// How texts are marked in spreadsheets, how numbers are linked, and how a program writes them as decimals.
		.replace(/^(?:'|tel:)/i, '')
		.replace(/^(\d{7,})\.0$/, '$1')
		.replace(/\p{Zs}/gu, ' ')
		.replace(/[\u2010-\u2015\u2212]/g, '-')
		.replaceAll('[', '(')
		.replaceAll(']', ')');
	if (!INTERNATIONAL_PREFIX.test(written))
		return (ownCode === '' ? digitsOf(written) : national(ownCode, written)) ?? visible;
	const number = written.replace(INTERNATIONAL_PREFIX, '');
	const code = [1, 2, 3].map((digits) => number.slice(0, digits)).find((start) => PLAN_BY_CODE.has(start));
	const isOther = !written.includes('+') && code !== ownCode && OTHER_INTERNATIONAL_PREFIX.includes(ownCode);
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
		'Country code of phone numbers that have none. A 0 that is dialed within the country only is removed.',
};

/** Empty if there is none. Throws if it is no country code. */
function countryCodeOf(context: FieldContext): string {
	const { name, displayName } = phoneCountryCode;
	const value = context.getNodeParameter(`options.${name}`, '') as string;
	if (isEmpty(value)) return '';
	const [, code = ''] = /^(?:\+|00)? *(\d+)$/.exec(removeInvisible(String(value))) ?? [];
	if (PLAN_BY_CODE.has(code)) return code;
	throw fieldError(context, displayName, 'must be the code of a country, e.g. +1 or +49', { value });
}

function phoneNumberRule(text: string, context: FieldContext): string | undefined {
	const brokenRule = phoneNumberPattern(text);
	if (brokenRule === undefined || /^\D*\+|\p{L}/u.test(text)) return brokenRule;
	const code = countryCodeOf(context);
	return code === ''
		? 'has no country code. Write it with one, e.g. +4930123456, or set Options > Phone Country Code'
		: `is not certainly one number of +${code}. Write it with its country code, e.g. +4930123456`;
}

export const phoneText: TextRules = {
	normalize: (text, context) => normalizePhoneNumber(text, context && countryCodeOf(context)),
	rules: [phoneNumberRule],
};
