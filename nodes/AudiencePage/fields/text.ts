import type { GenericValue, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { INVISIBLE, isConstant, isEmpty } from '../shared/values';
import { listed } from '../shared/words';
import { expressionOf, fieldError, GAVE_NOTHING, type FieldContext } from './fieldError';

const INVISIBLE_CHARACTERS = new RegExp(`[${INVISIBLE}]`, 'g');

/**
 * The text without them, and without spaces around it; letters with accents are one character, as
 * people type them.
 */
export const removeInvisible = (text: string): string =>
	text.replace(INVISIBLE_CHARACTERS, '').normalize('NFC').trim();

/** Says which rule a text breaks, or what was written before it was normalized. */
export type TextRule = (text: string, context: FieldContext, written: string) => string | undefined;

/** What becomes of a text, by what was written and the options of the item, if there is one. */
export interface TextRules {
	normalize?: (text: string, context?: FieldContext) => string;
	rules?: TextRule[];
}

const isOneLine = ({ typeOptions }: INodeProperties): boolean => (typeOptions?.rows ?? 1) === 1;

/**
 * The text that a field sends, trimmed unless it has several lines; undefined for a mistake: an
 * object, a switch, or NaN.
 */
export function textValue(value: unknown, field: INodeProperties): string | undefined {
	if (!['string', 'bigint'].includes(typeof value) && !Number.isFinite(value)) return undefined;
	const text = String(value as string);
	return isOneLine(field) ? text.trim() : text;
}

const withoutSpaces = (text: string): string => removeInvisible(text).replace(/\s/g, '');

/**
 * Whether an expression beside a text gave nothing, as in "Ada ()"; `atEnds`: the first or last.
 * Otherwise, several in a person's name count as one.
 */
export function lacksPart(
	context: FieldContext,
	field: string,
	text: string,
	atEnds = false,
): boolean {
	const expression = expressionOf(context, field);
	if (typeof expression !== 'string') return false;
	const isOfPerson =
		field === 'customName' || context.getNodeParameter('resource', '') === 'person';
	const isTogether = !atEnds && isOfPerson && /name$/i.test(field);
	// Texts at even indexes, expressions at odd ones.
	const parts = expression.slice(1).split(isTogether ? /((?:\{\{.*?\}\}\s*)+)/s : /(\{\{.*?\}\})/s);
	const written = withoutSpaces(text);
	// By the texts around it; others are not evaluated again, which takes long.
	const mayBeEmpty = (_: string, at: number): boolean => {
		if (at % 2 === 0 || parts.every((part, n) => n === at || part === '')) return false;
		if (atEnds && at !== 1 && at !== parts.length - 2) return false;
		const around = withoutSpaces(`${parts[at - 1]}${parts[at + 1]}`);
		const fitsStart = at > 1 || written.startsWith(around);
		return (
			fitsStart && (at < parts.length - 2 || written.endsWith(around)) && written.includes(around)
		);
	};
	// Beside a text, n8n writes nothing for null, NaN or an empty list.
	const gives = (part: string): unknown =>
		context.evaluateExpression(`-${part}`, context.getItemIndex());
	return parts.filter(mayBeEmpty).some((part) => withoutSpaces(String(gives(part))) === '-');
}

const NOT_TEXT =
	'must be text, not true, false, a list or object: use one value, or leave the item out';
const LACKS_PART = 'has an expression that gave nothing. Correct it, or filter such items out';

const isOneOf = (options: NonNullable<INodeProperties['options']>): Rule => {
	const values = options.flatMap((option) => ('value' in option ? String(option.value) : []));
	return (text) => (values.includes(text) ? undefined : `must be ${listed(values, 'or')}`);
};

/**
 * The text of a field, normalized and checked, by its options too; undefined if it is empty. Throws
 * naming the field and the rule.
 */
export function validatedText(
	context: IExecuteSingleFunctions,
	field: INodeProperties,
	value: GenericValue,
	{ normalize, rules = [] }: TextRules,
): string | undefined {
	const { displayName, name, required, options } = field;
	if (isEmpty(value)) {
		if (!required) return undefined;
		const rule = isConstant(context.getNode().parameters[name])
			? 'must not be empty'
			: GAVE_NOTHING;
		throw fieldError(context, displayName, rule);
	}
	const given = textValue(value, field);
	if (given === undefined) throw fieldError(context, displayName, NOT_TEXT, { value });
	if (isOneLine(field) && lacksPart(context, name, given))
		throw fieldError(context, displayName, LACKS_PART, { value });
	const text = normalize?.(given, context) ?? given;
	for (const rule of [validUnicode, ...rules, ...(options ? [isOneOf(options)] : [])]) {
		const brokenRule = rule(text, context, String(value as string));
		if (brokenRule === undefined) continue;
		throw fieldError(context, displayName, brokenRule, {
			value,
			readAs: text === given ? undefined : text,
		});
	}
	return text;
}

/**
 * Says which rule of the service interface a text breaks ("must be …"); undefined if it follows the
 * rule.
 */
export type Rule = (text: string) => string | undefined;

/** Length in characters, both ends allowed (service interface, section 8). */
export const lengthBetween =
	(min: number, max: number): Rule =>
	(text) => {
		const characters = [...text].length;
		const isWithin = characters >= min && characters <= max;
		return isWithin ? undefined : `must be ${min} to ${max} characters long, but has ${characters}`;
	};

const pattern =
	(expression: RegExp, meaning: string): Rule =>
	(text) =>
		expression.test(text) ? undefined : `must be ${meaning}`;

/** source and type of a log entry (service interface, section 2.3). */
export const kebabCase = pattern(
	/^[a-z0-9]+(-[a-z0-9]+)*$/,
	'lower-case letters, digits and single hyphens, e.g. crm-deals',
);

/** accountId (service interface, section 2.1). */
export const accountIdPattern = pattern(
	/^account_[a-z0-9]{26}$/,
	'account_ followed by 26 lower-case letters or digits',
);

/** phoneNumber (service interface, section 2.2), but not a country code alone. */
export const phoneNumberPattern = pattern(
	/^\+[1-9]\d{3,14}$/,
	'an international number: + and 4 to 15 digits, the first not 0, e.g. +4930123456',
);

/**
 * The email address in a link or behind a name, without what separated it from another. Its case
 * stays.
 */
export const normalizeEmail = (text: string): string => {
	const written = removeInvisible(text).replace(/(?<![\s,;.])[\s,;.]+$/, '');
	const [, inBrackets] = /^[^<>]*<([^<>]*)>$/.exec(written) ?? [];
	const address = (inBrackets ?? written)
		.trim()
		.replace(/^(?:mailto|smtp):(?:\/\/)?([^?]*).*$/is, '$1');
	// A single quotation mark is how spreadsheets mark a text.
	return address.replace(/^['"]+|(?<!['"])['"]+$/g, '').trim();
};

/**
 * email: no more than what typing errors and links break; the rest is left to the service, which
 * names no rule for it.
 */
export const emailPattern = pattern(
	/^(?!.*(?:\.\.|[\p{Cc}\p{Cf}()<>[\]":’–—]|\*\*|\{\{|%[\dA-Fa-f]{2}|\bundefined\b))[^\s@,;]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u,
	'one email address, with an @, after it a dot and otherwise only letters, digits, hyphens and dots, and no spaces, commas, brackets, double dots or % codes, e.g. nathan@acme.com',
);

export const emailText: TextRules = { normalize: normalizeEmail, rules: [emailPattern] };

/**
 * A name without what came along from a table: spaces of other kinds, and more than one side by
 * side.
 */
export const normalizeName = (text: string): string => removeInvisible(text).replace(/\s+/g, ' ');

/**
 * `www.` before a domain that somebody can own: not before `com`, nor before `co.uk` and its like.
 */
const WWW = /^www\.(?!(?:ac|co|com|edu|gob|gov|net|or|org)\.[a-z]{2}$)(?=[^.]+\.)/;

/** A second one in the same cell. */
const TWO_ADDRESSES = /[,;|](?:https?:|www\.)|\/[,;|](?:(?!\/[,;|])[^\s.])*\./i;
const HOST =
	/^(?:[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?|\/\/)?([^/?#\\:@\s]+?)\.?(?::\d*)?(?:[/?#]\S*)?$/is;

/**
 * The domain in a web address, in lower case and without `www.`; a text without a domain stays as
 * it is.
 */
export const normalizeDomain = (text: string): string => {
	const address = removeInvisible(text);
	const [, host = ''] = TWO_ADDRESSES.test(address) ? [] : (HOST.exec(address) ?? []);
	const name = host.toLowerCase();
	return /[^.]\.[^.]/.test(name) ? name.replace(WWW, '') : address;
};

/**
 * domain: no company's name, with www. or not, no email address and, by the number at its end, no
 * IP address.
 */
const domainPattern = pattern(
	/^(?=.{3,253}$)[\p{L}\p{M}\p{N}_-]+(?:\.(?!\d+$|.$)[\p{L}\p{M}\p{N}_-]+)+$/u,
	'a domain with an ending such as .com, and without spaces, slashes, commas or @, e.g. acme.com',
);
const notOnlyWww = pattern(
	/^(?!www\.(?!(?:com|net|org|\p{L}{2})$)[^.]+$)/u,
	'a whole domain, e.g. acme.com',
);
export const domainText: TextRules = {
	normalize: normalizeDomain,
	rules: [notOnlyWww, domainPattern],
};

/**
 * A profile's address, on the site of any country or device, and whatever follows the profile's own
 * name.
 */
const LINKEDIN_ADDRESS =
	/^(?:(?:https?:)?\/\/)?(?:[a-z]{1,6}\.)?linkedin\.com\/(?:(?:mwlite|comm)\/)?in\/([^/?#\s]+)(?:[/?#]\S*)?$/i;

/**
 * What LinkedIn and tools that read it use instead of a name: only in it do upper and lower case
 * differ.
 */
const LINKEDIN_MEMBER_ID = /^AC[a-z]A[\w-]{4,}$/;

/**
 * The address of a LinkedIn profile in the one form that LinkedIn itself shows; any other text
 * stays as it is.
 */
export const normalizeLinkedinProfileUrl = (text: string): string => {
	const address = removeInvisible(text);
	const [, segment] = LINKEDIN_ADDRESS.exec(address.replace(/^<|(?<![,;.)>])[,;.)>]+$/g, '')) ?? [];
	if (segment === undefined || TWO_ADDRESSES.test(address)) return address;
	try {
		const name = decodeURIComponent(segment).normalize('NFC');
		return `https://www.linkedin.com/in/${encodeURIComponent(LINKEDIN_MEMBER_ID.test(name) ? name : name.toLowerCase())}`;
	} catch {
		// It has a % that encodes nothing, or half a character.
		return address;
	}
};

/** linkedinProfileUrl, as it is sent: not a company's page, and not one of Sales Navigator. */
const profilePattern = pattern(
	/^https:\/\/www\.linkedin\.com\/in\/(?!(?:me|n|nan|none|null|undefined)$)(?:[\w.~-]|%[C-F][\dA-F](?:%[89AB][\dA-F])+)+$/,
	'the address of a LinkedIn profile, e.g. https://www.linkedin.com/in/nathan-smith',
);
export const profileText: TextRules = {
	normalize: normalizeLinkedinProfileUrl,
	rules: [profilePattern],
};
export const isProfile = (text: string) =>
	profilePattern(normalizeLinkedinProfileUrl(text)) === undefined;

/** No sign of a file that is not UTF-8, and no half of a character, which is none in UTF-8. */
export const validUnicode: Rule = (text) => {
	if (text.includes('\ufffd'))
		return 'must not contain \ufffd: the file is not UTF-8. Save it as CSV UTF-8, or read it with its own encoding';
	return /\p{Surrogate}/u.test(text)
		? 'must not contain half an emoji. Cut the text elsewhere'
		: undefined;
};

const WRITTEN_FOR_NOTHING =
	/(?<![^\W_])(?:undefined|null)(?![^\W_]|(?<=\|null)[.-][\w.-]*[a-z])|(?:^|\s)(?:false|FALSE)$|Invalid Date(?:Time)?|\[object \w+\]|^(?:[Nn]one|NONE|[Nn]\/[Aa])$|\{\{\s*\$/;

/**
 * What a program writes for nothing, or an expression in Fixed mode: of no name or key is it a
 * part. Some people are called Null, and some domains begin with it.
 */
export const noPlaceholder: Rule = (text) => {
	const found = WRITTEN_FOR_NOTHING.exec(text);
	const cure = found?.[0].startsWith('{') ? ': switch the field from Fixed to Expression' : '';
	return found ? `must not contain "${found[0].trim()}"${cure}` : undefined;
};

/**
 * An ID is one encoded segment, but one with `..` is refused: a proxy may decode and normalize the
 * path.
 */
export const notAPath = pattern(/^(?!(?:.*[/\\])?\.{1,2}(?:[/\\]|$))/s, 'an ID, not a path');

export const notAnAddress = pattern(
	/^(?!(?:https?:\/\/|www\.))/i,
	'an ID, not a web address. Enter only the ID that is in it',
);

/** An account ID, as where to put a domain says. */
export const notACompany =
	(cure: string): Rule =>
	(text) =>
		/^account_/.test(text) ? undefined : `must be an ID, not a company's domain or name. ${cure}`;

/** An ID as one encoded segment of a path; undefined if it cannot be one. */
export function toPathSegment(id: unknown): string | undefined {
	const isUsable =
		typeof id === 'string' && id !== '' && [validUnicode, notAPath].every((rule) => !rule(id));
	return isUsable ? encodeURIComponent(id) : undefined;
}
