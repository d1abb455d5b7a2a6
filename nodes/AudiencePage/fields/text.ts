import type { GenericValue, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { isEmpty } from '../shared/values';
import { fieldError } from './fieldError';
import type { Normalize } from './normalize';
import type { Rule } from './rules';

/** What a field makes of its text. */
export interface TextRules {
	normalize?: Normalize;
	/** Checked after that, in this order. */
	rules?: Rule[];
}

/** Text of several lines is sent as it is; all other text is trimmed. */
const isMultiline = ({ typeOptions }: INodeProperties): boolean => (typeOptions?.rows ?? 1) > 1;

/**
 * The text that a field sends. An expression may give a number or a boolean where the service expects text.
 *
 * @returns undefined for anything else: an object, NaN or an infinite number is a mistake
 */
export function textValue(value: unknown, field: INodeProperties): string | undefined {
	const isText = ['string', 'boolean', 'bigint'].includes(typeof value) || Number.isFinite(value);
	if (!isText) return undefined;
	const text = String(value as string);
	return isMultiline(field) ? text : text.trim();
}

/**
 * The text of a field (see `textValue`), normalized and checked.
 *
 * @returns undefined if the field was left empty
 * @throws NodeOperationError naming the field and the rule
 */
export function validatedText(
	context: IExecuteSingleFunctions,
	field: INodeProperties,
	value: GenericValue,
	{ normalize, rules = [] }: TextRules,
): string | undefined {
	const { displayName, required } = field;
	if (isEmpty(value)) {
		if (required) throw fieldError(context, displayName, 'must not be empty');
		return undefined;
	}
	const given = textValue(value, field);
	if (given === undefined) throw fieldError(context, displayName, 'must be text', { value });
	const text = normalize?.(given) ?? given;
	for (const rule of rules) {
		const brokenRule = rule(text);
		if (brokenRule === undefined) continue;
		throw fieldError(context, displayName, brokenRule, { value, readAs: text === given ? undefined : text });
	}
	return text;
}
