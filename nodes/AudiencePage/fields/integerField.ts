import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { parseInteger } from './parseInteger';

/** A field that is a whole number of at least `minValue`, and of at most `maxValue` if there is one. */
export const integerField = (
	displayName: string,
	name: string,
	minValue: number,
	defaultValue: number,
	description: string,
	maxValue?: number,
): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue, ...(maxValue !== undefined && { maxValue }) },
	default: defaultValue,
	description,
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
