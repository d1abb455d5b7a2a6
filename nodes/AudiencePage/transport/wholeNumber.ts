import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { refusal } from './errors';
import { isEmpty } from './isEmpty';

/** A number, or digits as text: an expression may give either. */
function numberOf(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : NaN;
}

/**
 * The whole number that a field gives, of whatever type an expression made it.
 *
 * @param usual what a field that was left empty means, as an agent leaves it
 * @throws NodeOperationError if it is not a whole number, less than `least`, or more than a number
 * can be without losing digits
 */
export function wholeNumber(
	context: IExecuteSingleFunctions,
	displayName: string,
	value: unknown,
	least: number,
	usual?: number,
): number {
	if (isEmpty(value) && usual !== undefined) return usual;
	const number = numberOf(value);
	if (Number.isSafeInteger(number) && number >= least) return number;
	const isTooMuch = number > Number.MAX_SAFE_INTEGER;
	const rule = isTooMuch ? `of at most ${Number.MAX_SAFE_INTEGER}` : `of at least ${least}`;
	throw refusal(context, displayName, `must be a whole number ${rule}`);
}
