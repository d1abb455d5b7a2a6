import type { GenericValue, INodeProperties } from 'n8n-workflow';

import { isEmpty } from '../shared/values';
import { wordList } from '../shared/words';
import { fieldError, type FieldContext } from './fieldError';

/**
 * Says what a text must be ("must be …"); undefined if it is that. The context is for what depends
 * on an option of the item.
 */
export type Rule = (text: string, context?: FieldContext) => string | undefined;

/** What is sent of a text, and what that must be. */
export interface TextRules {
	normalize?: (text: string, context?: FieldContext) => string;
	rules?: Rule[];
}

/**
 * The text of a field as it is sent: trimmed and normalized; undefined if it is empty.
 * @throws NodeOperationError if a required field is empty, if the value is no text and no number,
 * or if the text breaks one of the rules or is none of the field's options
 */
export function validatedText(
	context: FieldContext,
	field: INodeProperties,
	value: GenericValue,
	{ normalize, rules = [] }: TextRules,
): string | undefined {
	const { displayName, required } = field;
	if (isEmpty(value)) {
		if (required) throw fieldError(context, displayName, 'must not be empty');
		return undefined;
	}
	if (typeof value !== 'string' && !Number.isFinite(value))
		throw fieldError(context, displayName, 'must be text: use one value', { value });
	const trimmed = String(value as string | number).trim();
	const text = normalize ? normalize(trimmed, context) : trimmed;
	for (const rule of [mustBeUtf8, ...rules, mustBeOptionOf(field)]) {
		const brokenRule = rule(text, context);
		if (brokenRule !== undefined) throw fieldError(context, displayName, brokenRule, { value });
	}
	return text;
}

/** Characters of another encoding become this one. */
const mustBeUtf8: Rule = (text) =>
	text.includes('\ufffd') ? 'must not contain \ufffd: save the file as UTF-8' : undefined;

const mustBeOptionOf =
	({ options }: INodeProperties): Rule =>
	(text) => {
		const values = options?.flatMap((option) => ('value' in option ? String(option.value) : []));
		return !values || values.includes(text) ? undefined : `must be ${wordList(values, 'or')}`;
	};

/** Length in characters, both ends allowed (service interface, section 8). */
export const mustHaveLength =
	(min: number, max: number): Rule =>
	(text) => {
		const characters = [...text].length;
		const isWithin = characters >= min && characters <= max;
		return isWithin ? undefined : `must be ${min} to ${max} characters long, but has ${characters}`;
	};

/** `meaning`: what a text is that matches. */
export const mustMatch =
	(pattern: RegExp, meaning: string): Rule =>
	(text) =>
		pattern.test(text) ? undefined : `must be ${meaning}`;

const toKebabCase = (text: string): string =>
	text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '');

/** Source and type of a log entry (service interface, section 2.3): `Deal Won` is `deal-won`. */
export const kebabCase: TextRules = {
	normalize: toKebabCase,
	rules: [
		mustMatch(/./, 'in letters from a to z or digits, e.g. deal-won'),
		mustHaveLength(1, 100),
	],
};

/** accountId (service interface, section 2.1). `cure`: what to do with a domain or name. */
export const mustBeAccountId = (cure: string): Rule =>
	mustMatch(
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
		.replace(/^mailto:([^?]*).*$/i, '$1')
		.trim();

/** Names with dots between them, in whatever alphabet. */
const DOMAIN = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+$/u;

/** No space, and no invisible character. */
const LOCAL_PART = /^[^\s\p{C}]+$/u;

export const mustBeEmail: Rule = (text) => {
	const [local = '', domain = '', ...more] = text.split('@');
	const isEmail = LOCAL_PART.test(local) && DOMAIN.test(domain) && more.length === 0;
	return isEmail
		? undefined
		: 'must be one email address: one @, no space, behind it a domain with a dot';
};

export const emailText: TextRules = { normalize: normalizeEmail, rules: [mustBeEmail] };

/** Of a web address, the domain is its host, in lower case and without `www.`. */
export const normalizeDomain = (text: string): string =>
	text
		.toLowerCase()
		.replace(/^[a-z]+:\/\//, '')
		.replace(/[/?#:].*/s, '')
		.replace(/^www\./, '');

export const domainText: TextRules = {
	normalize: normalizeDomain,
	rules: [mustMatch(DOMAIN, 'a domain such as acme.com: letters, digits and hyphens, with a dot')],
};

const PROFILE = /^(?:https?:\/\/)?(?:[a-z]+\.)?linkedin\.com\/in\/([^/?#\s]+)(?:[/?#].*)?$/i;

/**
 * Of the address of a LinkedIn profile, scheme, `www.` or another country's, upper case of the
 * host, query and trailing slash do not matter.
 */
export const profileText: TextRules = {
	normalize: (text) => text.replace(PROFILE, 'https://www.linkedin.com/in/$1'),
	rules: [
		mustMatch(
			PROFILE,
			'the address of a profile, such as https://www.linkedin.com/in/nathan-smith',
		),
	],
};

/** Nothing can lead an ID out of its place in a path: it is one encoded segment, and not `..`. */
export const mustNotBePath: Rule = (text) =>
	text.split(/[/\\]/).some((step) => step === '.' || step === '..')
		? 'must be an ID, not a path'
		: undefined;

export const mustNotBeAddress = mustMatch(
	/^(?!https?:\/\/)/i,
	'an ID, not a web address. Enter only the ID that is in it',
);

/** An ID as one encoded segment of a path; undefined if it cannot be one. */
export function toPathSegment(id: unknown): string | undefined {
	if (typeof id !== 'string' || id === '') return undefined;
	return mustNotBePath(id) === undefined ? encodeURIComponent(id) : undefined;
}
