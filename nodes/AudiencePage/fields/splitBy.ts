import type { IHttpRequestOptions } from 'n8n-workflow';

import { chosenOption, type ChoiceField, type Setting } from './choice';
import { fieldError } from './fieldError';
import { intervalsOf, type IntervalUnit, type Span } from './intervals';
import { boundedPeriod, periodOf, type PeriodContext } from './period';

/** Each interval is a request, and at least one row. */
const MAX_INTERVALS = 400;

export const splitBy: Setting<ChoiceField<'none' | IntervalUnit>> = {
	displayName: 'Split By',
	name: 'splitBy',
	type: 'options',
	noDataExpression: true,
	default: 'none',
	description: `Return one row per interval (up to ${MAX_INTERVALS}; one request each). The first and last interval may be partial.`,
	options: [
		{ name: 'Day', value: 'day', description: 'One row per day' },
		{ name: 'Month', value: 'month', description: 'One row per calendar month' },
		{ name: 'None', value: 'none', description: 'One row for the whole period' },
		{ name: 'Week', value: 'week', description: 'One row per week, Monday to Sunday' },
	],
};

/** Undefined if the period is not divided. */
export function splitUnitOf(context: PeriodContext): IntervalUnit | undefined {
	const chosen = chosenOption(context, splitBy);
	return chosen === 'none' ? undefined : chosen;
}

/**
 * The intervals of the period that a request was given; the period itself, if it is not divided.
 * @throws NodeOperationError if it has to be and has no bounds, or too many intervals
 */
export function splitPeriod(
	context: PeriodContext,
	request: Pick<IHttpRequestOptions, 'qs'>,
): Span[] {
	const unit = splitUnitOf(context);
	if (unit === undefined) return [periodOf(context, request)];
	const bounded = boundedPeriod(context, request, splitBy.displayName);
	const intervals = intervalsOf(bounded, unit, MAX_INTERVALS + 1);
	if (intervals.length <= MAX_INTERVALS) return intervals;
	const rule = `must give at most ${MAX_INTERVALS} rows. Choose a longer interval, or a shorter Period`;
	throw fieldError(context, splitBy.displayName, rule, { value: unit });
}
