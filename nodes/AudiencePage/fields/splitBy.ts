import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { chosenOption, type ChoiceField } from './choice';
import type { Span } from './dates';
import { fieldError } from './fieldError';
import { intervalsOf, type Interval, type IntervalUnit } from './intervals';
import { periodOf } from './period';

/** Each interval is a request, and at least one row. */
const MAX_INTERVALS = 400;

type Context = Pick<IExecuteSingleFunctions, 'getNode' | 'getItemIndex' | 'getNodeParameter' | 'getTimezone'>;

const isBounded = (period: Span): period is Interval =>
	period.start !== undefined && period.end !== undefined;

/**
 * The period of a request, which a field needs to have both bounds.
 *
 * @throws NodeOperationError naming that field, if it is open
 */
export function boundedPeriod(
	context: Context,
	request: Pick<IHttpRequestOptions, 'qs'>,
	displayName: string,
): Interval {
	const period = periodOf(context, request);
	if (isBounded(period)) return period;
	const chosen = context.getNodeParameter('period', '') as unknown;
	const rule =
		chosen === 'allTime'
			? 'is not possible for All Time. Choose another Period'
			: 'needs a Start Date and an End Date';
	throw fieldError(context, displayName, rule);
}

/** How a period is divided. */
export function splitUnitOf(context: Context): IntervalUnit | undefined {
	const chosen = chosenOption(context, splitBy);
	return chosen === 'none' ? undefined : chosen;
}

/**
 * The intervals of the period of a request: the period itself, if it is not divided.
 *
 * @throws NodeOperationError if the period has no bounds, or too many intervals
 */
export function splitPeriod(context: Context, request: Pick<IHttpRequestOptions, 'qs'>): Span[] {
	const unit = splitUnitOf(context);
	if (unit === undefined) return [periodOf(context, request)];

	const intervals: Interval[] = [];
	for (const interval of intervalsOf(boundedPeriod(context, request, splitBy.displayName), unit)) {
		intervals.push(interval);
		if (intervals.length <= MAX_INTERVALS) continue;
		const rule = `must give at most ${MAX_INTERVALS} rows. Choose a longer interval, or a shorter Period`;
		throw fieldError(context, splitBy.displayName, rule, { value: unit });
	}
	return intervals;
}

/** The intervals that a period is divided into. */
export const splitBy: ChoiceField<'none' | IntervalUnit> = {
	displayName: 'Split By',
	name: 'splitBy',
	type: 'options',
	default: 'none',
	description: `Return one row per interval (up to ${MAX_INTERVALS}; one request each). The first and last interval may be partial.`,
	options: [
		{ name: 'Day', value: 'day', description: 'One row per day' },
		{ name: 'Month', value: 'month', description: 'One row per calendar month' },
		{ name: 'None', value: 'none', description: 'One row for the whole period' },
		{ name: 'Week', value: 'week', description: 'One row per week, Monday to Sunday' },
	],
};
