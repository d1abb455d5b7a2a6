import type { IExecuteSingleFunctions, INodeProperties, PreSendAction } from 'n8n-workflow';

import type { Span } from '../../fields/dates';
import { flagOption, isOn } from '../../fields/flag';
import { pageId } from '../../fields/ids';
import { sameDaysOfMonthBefore, sameOfUnitBefore, spanBefore, type Interval } from '../../fields/intervals';
import { periodFields } from '../../fields/period';
import { boundedPeriod, splitBy, splitUnitOf } from '../../fields/splitBy';

export const includeNames = flagOption({
	displayName: 'Include Names',
	name: 'includeNames',
	default: true,
	description:
		'Whether to return names beside IDs. Page names take one more request per run, audience names one or more per page.',
});

const compareWithPrevious = flagOption({
	displayName: 'Compare With Previous',
	name: 'compareWithPrevious',
	default: false,
	description:
		'Whether to return each metric of the period before too, and the difference. Takes up to one more request per row.',
});

/** Only a period with bounds has one before. */
const checkPeriod: PreSendAction = async function (request) {
	if (isOn(this, compareWithPrevious)) boundedPeriod(this, request, compareWithPrevious.displayName);
	return request;
};

type Previous = (interval: Span) => Interval;

/**
 * What an interval of the chosen period is compared with; undefined if it is not to be. A part of a period that is
 * divided: the same part of the day, week or month before. Month to Date: as many days of the month before.
 */
export function previousOf(context: IExecuteSingleFunctions): Previous | undefined {
	if (!isOn(context, compareWithPrevious)) return undefined;
	const unit = splitUnitOf(context);
	// `checkPeriod` has refused a period without bounds.
	if (unit !== undefined) return (interval) => sameOfUnitBefore(interval as Interval, unit);
	const isMonthToDate = context.getNodeParameter('period', '') === 'monthToDate';
	return (interval) => (isMonthToDate ? sameDaysOfMonthBefore : spanBefore)(interval as Interval);
}

/** What both operations have in common. */
export const ofAnalytics = {
	fields: [pageId, ...periodFields, splitBy],
	options: [compareWithPrevious, includeNames] as INodeProperties[],
	afterFields: [checkPeriod],
};
