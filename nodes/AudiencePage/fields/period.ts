import { DateTime } from 'luxon';
import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeProperties,
	PreSendAction,
} from 'n8n-workflow';

import { addHint } from '../shared/hint';
import { isConstant, isEmpty } from '../shared/values';
import { knownOption, settingAt, type ChoiceField } from './choice';
import { DATE_RULE, parseDateTime, toRfc3339 } from './dates';
import { fieldError, type FieldContext } from './fieldError';
import { PERIOD_PRESETS, type Interval, type Span } from './intervals';

/** n8n's context, as far as a period is read with it. */
export type PeriodContext = FieldContext & Pick<IExecuteSingleFunctions, 'getTimezone'>;
type Request = Pick<IHttpRequestOptions, 'qs'>;

const startDate: INodeProperties = {
	displayName: 'Start Date',
	name: 'startDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	displayOptions: { show: { period: ['custom'] } },
	description:
		'First day of the period, in the time zone of the workflow. If empty, none is sent: the service decides. An expression can also give a time.',
};

const endDate: INodeProperties = {
	...startDate,
	displayName: 'End Date',
	name: 'endDate',
	description:
		'Last day of the period, included in full. If empty, none is sent: the service decides. An expression can also give a time: for a whole day, use {{ $today.toISODate() }}.',
};

/** The moment that a field says; undefined if it is empty. */
function momentOf(
	context: PeriodContext,
	{ name, displayName }: INodeProperties,
	edge: 'start' | 'end',
): DateTime | undefined {
	const value = context.getNodeParameter(name, '');
	if (isEmpty(value)) return undefined;
	const moment = parseDateTime(value, context.getTimezone(), edge);
	if (moment === undefined) throw fieldError(context, displayName, DATE_RULE, { value });
	return moment;
}

const NOT_BEFORE_END =
	'must be before End Date. For whole days, end both expressions with .toISODate()';

/** A date is often missing because a column is misspelled. */
function tellIfExpression(
	context: IExecuteSingleFunctions,
	{ name, displayName }: INodeProperties,
): void {
	if (isConstant(settingAt(context, name))) return;
	addHint(context, `The period has no ${displayName}: for some item, its expression gave nothing.`);
}

function customPeriod(context: IExecuteSingleFunctions): Span {
	const refused = (rule: string) => fieldError(context, startDate.displayName, rule);
	const start = momentOf(context, startDate, 'start');
	const end = momentOf(context, endDate, 'end');
	if (!start && !end) throw refused('must not be empty if Period is Custom and End Date is empty');
	if (start && end && start >= end) throw refused(NOT_BEFORE_END);
	if (!start) tellIfExpression(context, startDate);
	if (!end) tellIfExpression(context, endDate);
	return { start, end };
}

const chosenPeriod = (context: PeriodContext) =>
	knownOption(context, period, context.getNodeParameter('period', ''));

function spanOf(context: IExecuteSingleFunctions): Span {
	const chosen = chosenPeriod(context);
	const zone = context.getTimezone();
	const now = DateTime.now().setZone(zone);
	const rule =
		"needs a time zone. Correct the workflow's (in its settings), or n8n's GENERIC_TIMEZONE";
	if (!now.isValid) throw fieldError(context, period.displayName, rule, { value: zone });
	return chosen === 'custom' ? customPeriod(context) : PERIOD_PRESETS[chosen](now);
}

export const asQuery = ({ start, end }: Span): IDataObject => ({
	...(start && { startDate: toRfc3339(start) }),
	...(end && { endDate: toRfc3339(end) }),
});

/** Sends the chosen period as startDate and endDate (service interface, sections 4.15 and 4.16). */
const sendPeriod: PreSendAction = async function (request) {
	return { ...request, qs: { ...request.qs, ...asQuery(spanOf(this)) } };
};

/** The period that a request was given, in the time zone of the workflow. */
export function periodOf(context: PeriodContext, { qs = {} }: Request): Span {
	const zone = context.getTimezone();
	return {
		start: parseDateTime(qs.startDate, zone),
		end: parseDateTime(qs.endDate, zone),
	};
}

const period: ChoiceField<'custom' | keyof typeof PERIOD_PRESETS> = {
	displayName: 'Period',
	name: 'period',
	type: 'options',
	default: 'last7Days',
	description: 'Period to report on, in the time zone of the workflow',
	routing: { send: { preSend: [sendPeriod] } },
	options: [
		{ name: 'All Time', value: 'allTime' },
		{ name: 'Custom', value: 'custom', description: 'From a start date to an end date' },
		{ name: 'Last 12 Months', value: 'last12Months', description: 'The 12 months before this one' },
		{ name: 'Last 12 Weeks', value: 'last12Weeks', description: 'The 12 weeks before this one' },
		{ name: 'Last 30 Days', value: 'last30Days', description: 'The 30 full days before today' },
		{ name: 'Last 7 Days', value: 'last7Days', description: 'The 7 full days before today' },
		{ name: 'Last Month', value: 'lastMonth', description: 'The calendar month before this one' },
		{
			name: 'Last Week',
			value: 'lastWeek',
			description: 'Monday to Sunday of the week before this one',
		},
		{
			name: 'Month to Date',
			value: 'monthToDate',
			description: 'This month up to the end of today',
		},
		{ name: 'Today', value: 'today' },
		{ name: 'Yesterday', value: 'yesterday' },
	],
};

export const periodFields: INodeProperties[] = [period, startDate, endDate];

/**
 * The period that a request was given.
 * @throws NodeOperationError of the field `displayName`, which needs both bounds, if one is missing
 */
export function boundedPeriod(
	context: PeriodContext,
	request: Request,
	displayName: string,
): Interval {
	const { start, end } = periodOf(context, request);
	if (start && end) return { start, end };
	const rule =
		chosenPeriod(context) === 'allTime'
			? 'is not possible for All Time. Choose another Period'
			: 'needs a Start Date and an End Date';
	throw fieldError(context, displayName, rule);
}
