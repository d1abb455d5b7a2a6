import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { isEmpty } from '../shared/values';
import { settingAt, type Setting } from './choice';
import { fieldError, type FieldContext } from './fieldError';
import { sentAs } from './routing';

function numberOf(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : NaN;
}

/**
 * A whole number, or digits as text. Throws NodeOperationError if it is none, too small, or too
 * great.
 */
function parseInteger(
	context: FieldContext,
	{ displayName, typeOptions = {} }: INodeProperties,
	value: unknown,
): number {
	const { minValue: min = 0, maxValue: max = Number.MAX_SAFE_INTEGER } = typeOptions;
	const number = numberOf(value);
	if (Number.isSafeInteger(number) && number >= min && number <= max) return number;
	const rule = number > max ? `of at most ${max}` : `of at least ${min}`;
	throw fieldError(context, displayName, `must be a whole number ${rule}`, { value });
}

export interface IntegerField extends INodeProperties {
	default: number;
}

/** A number that decides how a run works. */
export const integerSetting = (
	field: Omit<IntegerField, 'type' | 'noDataExpression'>,
): Setting<IntegerField> => ({ ...field, type: 'number', noDataExpression: true });

/**
 * The number of a setting; its default if the form has none. NodeOperationError if it breaks its
 * rules.
 */
export function integerSettingOf(context: FieldContext, field: Setting<IntegerField>): number {
	const value = settingAt(context, `options.${field.name}`);
	return isEmpty(value) ? field.default : parseInteger(context, field, value);
}

/**
 * The number that an item gives; the field's default if it is empty. NodeOperationError otherwise.
 */
export function integerOf(context: IExecuteSingleFunctions, field: IntegerField): number {
	const value = context.getNodeParameter(field.name, '') as unknown;
	return isEmpty(value) ? field.default : parseInteger(context, field, value);
}

/** A whole number that is sent under its own name, if it is given. */
export const integerInBody = (field: INodeProperties): INodeProperties =>
	sentAs(field, 'body', function (value) {
		return isEmpty(value) ? undefined : parseInteger(this, field, value);
	});
