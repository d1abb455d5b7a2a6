import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { fieldError } from './fieldError';
import { isEmpty } from '../shared/values';

/** What a whole number may be, both ends allowed. */
interface Bounds {
	min: number;
	/** Without it, all that a number can be without losing digits. */
	max?: number;
	/** What a field that was left empty means, as an agent leaves it. */
	whenEmpty?: number;
}

/** A number, or digits as text: an expression may give either. */
function numberOf(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : NaN;
}

/**
 * The whole number that a field gives, of whatever type an expression made it.
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
	throw fieldError(context, displayName, `must be a whole number ${rule}`, 'sent', value);
}
