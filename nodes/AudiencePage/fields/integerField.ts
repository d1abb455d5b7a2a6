import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { isEmpty } from '../shared/values';
import { fieldError } from './fieldError';

/** Both bounds are allowed values. */
interface Bounds {
	min: number;
	/** By default, the largest integer that a number can hold exactly. */
	max?: number;
	/** The value of an empty field; agents often leave fields empty. */
	whenEmpty?: number;
}

/** An expression may give a number, or digits as text. */
function numberOf(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : NaN;
}

/**
 * The integer that a field gives, as a number or as text.
 *
 * @throws NodeOperationError if it is not a whole number within the bounds
 */
export function parseInteger(
	context: IExecuteSingleFunctions,
	displayName: string,
	value: unknown,
	{ min, max = Number.MAX_SAFE_INTEGER, whenEmpty }: Bounds,
): number {
	if (isEmpty(value) && whenEmpty !== undefined) return whenEmpty;
	const number = numberOf(value);
	if (Number.isSafeInteger(number) && number >= min && number <= max) return number;
	const rule = number > max ? `of at most ${max}` : `of at least ${min}`;
	throw fieldError(context, displayName, `must be a whole number ${rule}`, { value });
}

interface IntegerField {
	displayName: string;
	name: string;
	description: string;
	default: number;
	minValue: number;
	maxValue?: number;
}

/** A field that is a whole number of at least `minValue`, and of at most `maxValue` if there is one. */
export const integerField = ({ minValue, maxValue, ...texts }: IntegerField): INodeProperties => ({
	...texts,
	type: 'number',
	typeOptions: { minValue, ...(maxValue !== undefined && { maxValue }) },
});

/**
 * The number that the user set in such a field, or its default if it is empty.
 *
 * @param path where the parameter stands, such as `options.timeout`
 * @throws NodeOperationError if it is not a whole number, too small, or too great
 */
export function integerValue(
	context: IExecuteSingleFunctions,
	{ displayName, default: whenEmpty, typeOptions }: INodeProperties,
	path: string,
): number {
	const { minValue: min = 0, maxValue: max } = typeOptions ?? {};
	const value = context.getNodeParameter(path, '');
	return parseInteger(context, displayName, value, { min, max, whenEmpty: whenEmpty as number });
}

/** As `integerValue`, for a field in Options. */
export const integerOption = (context: IExecuteSingleFunctions, field: INodeProperties): number =>
	integerValue(context, field, `options.${field.name}`);
