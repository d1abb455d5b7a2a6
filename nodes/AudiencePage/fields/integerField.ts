import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { isEmpty } from '../shared/values';
import { fieldError, GAVE_NOTHING, gaveNothing } from './fieldError';
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
	context: IExecuteSingleFunctions,
	{ displayName, typeOptions = {} }: INodeProperties,
	value: unknown,
): number {
	const { minValue: min = 0, maxValue: max = Number.MAX_SAFE_INTEGER } = typeOptions;
	const number = numberOf(value);
	if (Number.isSafeInteger(number) && number >= min && number <= max) return number;
	const rule = number > max ? `of at most ${max}` : `of at least ${min}`;
	throw fieldError(context, displayName, `must be a whole number ${rule}`, { value });
}

type IntegerField = Omit<INodeProperties, 'type'> & { default: number };

export const integerField = (field: IntegerField): INodeProperties => ({
	...field,
	type: 'number',
});

/**
 * The number at a path such as `options.timeout`; the default if the form has none. Throws
 * NodeOperationError.
 */
export function integerValue(
	context: IExecuteSingleFunctions,
	field: INodeProperties,
	path: string,
): number {
	const value = context.getNodeParameter(path, '') as unknown;
	if (gaveNothing(context, path, value)) throw fieldError(context, field.displayName, GAVE_NOTHING);
	return isEmpty(value) ? (field.default as number) : parseInteger(context, field, value);
}

export const integerOption = (context: IExecuteSingleFunctions, field: INodeProperties): number =>
	integerValue(context, field, `options.${field.name}`);

/** A whole number that is sent under its own name, if it is given. */
export const integerInBody = (field: INodeProperties): INodeProperties =>
	sentAs(field, 'body', function (value) {
		return value === undefined ? undefined : parseInteger(this, field, value);
	});
