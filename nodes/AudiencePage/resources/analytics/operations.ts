import type { INodeProperties, PreSendAction } from 'n8n-workflow';

import { chosenOption, isOn } from '../../fields/choice';
import { pageId } from '../../fields/ids';
import { listRouting, wholeList } from '../../fields/list';
import { outputFields } from '../../fields/outputFields';
import { boundedPeriod, periodFields } from '../../fields/period';
import { splitBy, splitPeriod } from '../../fields/splitBy';
import { requestFor } from '../../transport/request';
import { describeResource, type Operation } from '../operation';
import { names } from '../records';
import { AUDIENCE_METRICS, columnNames, SUMMARY_METRICS } from './columns';
import { includeNames } from './names';
import { compareWithPrevious } from './periods';
import { pages, reportRows } from './report';
import type { Report } from './rows';

/**
 * Only a period with bounds can be split, or has one before. A wrong value of a setting is refused
 * here, before anything is sent.
 */
const checkPeriod: PreSendAction = async function (request) {
	splitPeriod(this, request);
	isOn(this, includeNames);
	chosenOption(this, columnNames, 'options.columnNames');
	if (isOn(this, compareWithPrevious))
		boundedPeriod(this, request, compareWithPrevious.displayName);
	return request;
};

const ALWAYS_GIVEN = names('pageName audienceName audienceStatus from to audienceId');

const fields: INodeProperties[] = [
	pages,
	{ ...pageId, displayOptions: { show: { pages: ['one'] } } },
	...periodFields,
	splitBy,
];

const optionsOf = ({ metrics }: Report): INodeProperties[] => [
	columnNames,
	compareWithPrevious,
	includeNames,
	{
		...outputFields({ idField: 'pageId', fields: metrics, added: ALWAYS_GIVEN }),
		description:
			'Metrics to return, beside names, days and IDs. If empty, all metrics are returned.',
	},
];

const ofAudiences: Report = {
	metrics: AUDIENCE_METRICS,
	isOfAudiences: true,
	read: wholeList('items'),
};

const getAudienceAnalytics: Operation = {
	option: {
		name: 'Get Audience Analytics',
		value: 'getAudiences',
		action: 'Get audience analytics',
		description:
			'Get the metrics of each audience of a page, or of all pages, for a period: one row per audience, or per audience and day, week or month',
		routing: listRouting('/v0/pages/{pageId}/analytics/audiences', reportRows(ofAudiences)),
	},
	fields,
	options: optionsOf(ofAudiences),
	afterFields: [checkPeriod],
};

const ofPages: Report = {
	metrics: SUMMARY_METRICS,
	isOfAudiences: false,
	read: requestFor('totalSessions'),
};

const getPageAnalytics: Operation = {
	option: {
		name: 'Get Page Analytics',
		value: 'getSummary',
		action: 'Get page analytics',
		description:
			'Get the metrics of a page, or of all pages, for a period: one row per page, or per page and day, week or month',
		routing: listRouting('/v0/pages/{pageId}/analytics/summary', reportRows(ofPages)),
	},
	fields,
	options: optionsOf(ofPages),
	afterFields: [checkPeriod],
};

export const analyticsResource = describeResource(
	'analytics',
	'Analytics',
	'Sessions, conversion rate, bounce rate and other metrics of pages and audiences, for reports',
	[getAudienceAnalytics, getPageAnalytics],
);
