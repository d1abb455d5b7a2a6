import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { wholeNumber } from '../transport/wholeNumber';

/** An option that is a whole number of at least `minValue`. */
export const wholeNumberField = (
	displayName: string,
	name: string,
	minValue: number,
	defaultValue: number,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue },
	default: defaultValue,
	description,
});

/**
 * What the user set for such an option, or what it usually is.
 *
 * @throws NodeOperationError if it is not a whole number, or too small
 */
export function wholeNumberOf(
	context: IExecuteSingleFunctions,
	{ displayName, name, default: usual, typeOptions }: INodeProperties,
): number {
	const value = context.getNodeParameter(`options.${name}`, '');
	return wholeNumber(context, displayName, value, typeOptions?.minValue ?? 0, usual as number);
}
