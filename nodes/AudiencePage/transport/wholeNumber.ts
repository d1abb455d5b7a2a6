import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { refusal } from './errors';

/**
 * The whole number that a field gives, of whatever type an expression made it.
 *
 * @throws NodeOperationError if it is not a whole number, or less than `least`
 */
export function wholeNumber(
	context: IExecuteSingleFunctions,
	displayName: string,
	value: unknown,
	least: number,
): number {
	const number = Number(value);
	if (!Number.isInteger(number) || number < least) {
		throw refusal(context, displayName, `must be a whole number of at least ${least}`);
	}
	return number;
}
