import type { GenericValue, INodeProperties } from 'n8n-workflow';

import { isEmpty } from '../shared/values';
import { listed } from '../shared/words';
import { fieldError, type FieldContext } from './fieldError';

/** Says which rule a text breaks ("must be …"); undefined if it follows the rule. */
export type Rule = (text: string) => string | undefined;

/** The same, of a rule that depends on other fields or options of the item. */
export type TextRule = (text: string, context: FieldContext) => string | undefined;

/** What becomes of a text before it is sent, and what it must be then. */
export interface TextRules {
	normalize?: (text: string, context?: FieldContext) => string;
	rules?: TextRule[];
}

const isOneLine = ({ typeOptions }: INodeProperties): boolean => (typeOptions?.rows ?? 1) === 1;

/**
 * The text that a field sends, trimmed unless it has several lines; undefined for what is no text:
 * a list, an object, true, false or NaN.
 */
export function textValue(value: unknown, field: INodeProperties): string | undefined {
	const isText = typeof value === 'string' || typeof value === 'bigint' || Number.isFinite(value);
	if (!isText) return undefined;
	const text = String(value);
	return isOneLine(field) ? text.trim() : text;
}

const oneOf = (options: NonNullable<INodeProperties['options']>): Rule => {
	const values = options.flatMap((option) => ('value' in option ? String(option.value) : []));
	return (text) => (values.includes(text) ? undefined : `must be ${listed(values, 'or')}`);
};

/**
 * The text of a field, normalized; undefined if it is empty. NodeOperationError if a required field
 * is empty, or the text breaks one of the rules, or is none of the field's options.
 */
export function validatedText(
	context: FieldContext,
	field: INodeProperties,
	value: GenericValue,
	{ normalize = (text) => text, rules = [] }: TextRules,
): string | undefined {
	const { displayName, required, options } = field;
	if (isEmpty(value)) {
		if (required) throw fieldError(context, displayName, 'must not be empty');
		return undefined;
	}
	const written = textValue(value, field);
	if (written === undefined)
		throw fieldError(context, displayName, 'must be text: use one value', { value });
	const text = normalize(written, context);
	for (const rule of [validUnicode, ...rules, ...(options ? [oneOf(options)] : [])]) {
		const brokenRule = rule(text, context);
		if (brokenRule !== undefined) throw fieldError(context, displayName, brokenRule, { value });
	}
	return text;
}

/** Length in characters, both ends allowed (service interface, section 8). */
export const lengthBetween =
	(min: number, max: number): Rule =>
	(text) => {
		const characters = [...text].length;
		const isWithin = characters >= min && characters <= max;
		return isWithin ? undefined : `must be ${min} to ${max} characters long, but has ${characters}`;
	};

/** `meaning`: what the text must be then. */
export const pattern =
	(expression: RegExp, meaning: string): Rule =>
	(text) =>
		expression.test(text) ? undefined : `must be ${meaning}`;

/**
 * Refuses what a file in another encoding becomes, and half of a character, of which no URL can be
 * made.
 */
export const validUnicode: Rule = (text) => {
	if (text.includes('\ufffd')) return 'must not contain \ufffd: save the file as UTF-8';
	const hasHalf = /\p{Surrogate}/u.test(text);
	return hasHalf ? 'must not contain half of a character, such as an emoji' : undefined;
};

/**
 * source and type of a log entry are in lower case, with a hyphen for all but letters and digits.
 */
const toKebabCase = (text: string): string =>
	text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '');

/** `Deal Won` becomes `deal-won` (service interface, section 2.3). */
export const kebabCase: TextRules = {
	normalize: toKebabCase,
	rules: [pattern(/./, 'in letters from a to z or digits, e.g. deal-won'), lengthBetween(1, 100)],
};

/** accountId (service interface, section 2.1). `cure`: what to do with a domain or name. */
export const accountIdRule = (cure: string): Rule =>
	pattern(
		/^account_[a-z0-9]{26}$/,
		`account_ followed by 26 lower-case letters or digits. ${cure}`,
	);

/** The name of a person has single spaces between its words. */
export const normalizeName = (text: string): string => text.replace(/\s+/g, ' ');

/** An email address may come as `mailto:` link, or as `Ada <ada@acme.com>`. */
export const normalizeEmail = (text: string): string =>
	text
		.trim()
		.replace(/^[^<>]*<([^<>]*)>$/, '$1')
		.replace(/^mailto:([^?]*).*$/is, '$1')
		.trim();

/** Names of hosts: letters, digits and hyphens, with dots between them. */
const DOMAIN = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+$/u;

const LOCAL_PART = /^[^\s@,;<>"\p{C}]+$/u;

export const emailPattern: Rule = (text) => {
	const [local = '', domain = '', ...others] = text.split('@');
	const isEmail = LOCAL_PART.test(local) && DOMAIN.test(domain) && others.length === 0;
	return isEmail
		? undefined
		: 'must be one email address: one @, no space, behind it a domain with a dot';
};

export const emailText: TextRules = { normalize: normalizeEmail, rules: [emailPattern] };

/** Of a web address, the domain is its host, in lower case and without `www.`. */
export const normalizeDomain = (text: string): string =>
	text
		.toLowerCase()
		.replace(/^[a-z]+:\/\//, '')
		.replace(/[/?#:].*/s, '')
		.replace(/^www\./, '');

export const domainText: TextRules = {
	normalize: normalizeDomain,
	rules: [pattern(DOMAIN, 'a domain such as acme.com: letters, digits and hyphens, with a dot')],
};

const PROFILE = /^(?:https?:\/\/)?(?:[a-z]+\.)?linkedin\.com\/in\/([^/?#\s]+)(?:[/?#].*)?$/i;

/**
 * Of the address of a LinkedIn profile, scheme, `www.` or another country's, upper case of the
 * host, query and trailing slash do not matter.
 */
export const normalizeProfile = (text: string): string =>
	text.replace(PROFILE, 'https://www.linkedin.com/in/$1');

export const profileText: TextRules = {
	normalize: normalizeProfile,
	rules: [
		pattern(PROFILE, 'the address of a profile, such as https://www.linkedin.com/in/nathan-smith'),
	],
};

/** Nothing can lead an ID out of its place in a path: it is one encoded segment, and not `..`. */
export const notAPath: Rule = (text) =>
	text.split(/[/\\]/).some((step) => step === '.' || step === '..')
		? 'must be an ID, not a path'
		: undefined;

export const notAnAddress = pattern(
	/^(?!https?:\/\/)/i,
	'an ID, not a web address. Enter only the ID that is in it',
);

/** An ID as one encoded segment of a path; undefined if it cannot be one. */
export function toPathSegment(id: unknown): string | undefined {
	if (typeof id !== 'string' || id === '') return undefined;
	const isUsable = [validUnicode, notAPath].every((rule) => rule(id) === undefined);
	return isUsable ? encodeURIComponent(id) : undefined;
}
