import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { parseInteger } from './parseInteger';

/** An option that is a whole number of at least `minValue`, and of at most `maxValue` if there is one. */
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
 * What the user set for such an option, or what it usually is.
 *
 * @throws NodeOperationError if it is not a whole number, too small, or too great
 */
export function integerOption(
	context: IExecuteSingleFunctions,
	{ displayName, name, default: usual, typeOptions }: INodeProperties,
): number {
	const { minValue: min = 0, maxValue: max } = typeOptions ?? {};
	const value = context.getNodeParameter(`options.${name}`, '');
	return parseInteger(context, displayName, value, { min, max, whenEmpty: usual as number });
}
