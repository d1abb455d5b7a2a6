import type { IExecuteSingleFunctions, INodeProperties, PreSendAction } from 'n8n-workflow';

import type { Span } from '../../fields/dates';
import { flagOption, isOn, type ChoiceField } from '../../fields/choice';
import { pageId } from '../../fields/ids';
import {
	sameDatesBefore,
	sameOfUnitBefore,
	spanBefore,
	withoutLastMidnight,
	type Interval,
	type IntervalUnit,
} from '../../fields/intervals';
import { outputFields } from '../../fields/outputFields';
import { boundedPeriod, periodFields, splitBy, splitPeriod, splitUnitOf } from '../../fields/period';

export const pages: ChoiceField<'all' | 'one'> = {
	displayName: 'Pages',
	name: 'pages',
	type: 'options',
	noDataExpression: true,
	default: 'one',
	description: 'Whose metrics to get',
	options: [
		{
			name: 'All Pages',
			value: 'all',
			description: 'The rows of every page, one page after the other. One more request lists the pages.',
		},
		{ name: 'One Page', value: 'one' },
	],
};

export const includeNames = flagOption({
	displayName: 'Include Names',
	name: 'includeNames',
	default: true,
	description:
		'Whether to return names beside IDs, and the status of audiences. Page names take one more request per run, names of audiences one or more per page.',
});

const compareWithPrevious = flagOption({
	displayName: 'Compare With Previous',
	name: 'compareWithPrevious',
	default: false,
	description:
		'Whether to return each metric of the period before too, and the difference. Takes up to one more request per row.',
});

/** Only a period with bounds can be split, or has one before. */
const checkPeriod: PreSendAction = async function (request) {
	splitPeriod(this, request);
	if (isOn(this, compareWithPrevious)) boundedPeriod(this, request, compareWithPrevious.displayName);
	return request;
};

/**
 * What an interval of the chosen period is compared with; undefined if it is not to be. An interval of a period that is
 * divided: that before it. Month to Date: the same dates of the month before.
 */
export function previousOf(context: IExecuteSingleFunctions): ((interval: Span) => Interval) | undefined {
	if (!isOn(context, compareWithPrevious)) return undefined;
	const days = (interval: Span) => withoutLastMidnight(interval as Interval);
	const unit = splitUnitOf(context);
	// `checkPeriod` has refused a period without bounds.
	if (unit !== undefined) return (interval) => sameOfUnitBefore(days(interval), unit);
	const period = context.getNodeParameter('period', '') as unknown;
	if (period === 'monthToDate') return (interval) => sameDatesBefore(days(interval), 'month');
	// 30 days that happen to be a month are compared as on any other day.
	const units: IntervalUnit[] = period === 'last30Days' ? ['day'] : ['month', 'day'];
	return (interval) => spanBefore(days(interval), units);
}

const ALWAYS_GIVEN = [
	'pageName',
	'audienceName',
	'audienceStatus',
	'from',
	'to',
	'audienceId',
	'startDate',
	'endDate',
];
/** What both operations have in common. */
export const withPeriod = (metrics: string[]) => ({
	fields: [pages, { ...pageId, displayOptions: { show: { pages: ['one'] } } }, ...periodFields, splitBy],
	options: [
		compareWithPrevious,
		includeNames,
		{
			...outputFields({ idField: 'pageId', fields: metrics, added: ALWAYS_GIVEN }),
			description:
				'The metrics to return. Names, days and IDs are always returned. If empty, all metrics are.',
		},
	] as INodeProperties[],
	afterFields: [checkPeriod],
});
