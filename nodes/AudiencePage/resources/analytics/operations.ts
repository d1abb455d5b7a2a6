import type {
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeProperties,
	PreSendAction,
} from 'n8n-workflow';

import { perRun } from '../../execution/runScope';
import { chosenOption, isOn, type ChoiceField, type Setting } from '../../fields/choice';
import { pageId } from '../../fields/ids';
import { listRouting, wholeList } from '../../fields/list';
import { outputFields } from '../../fields/outputFields';
import {
	boundedPeriod,
	periodFields,
	splitBy,
	splitPeriod,
	splitUnitOf,
} from '../../fields/period';
import { addHint } from '../../shared/hint';
import { requestFor } from '../../transport/pagination';
import type { RequestData, RequestFlow } from '../../transport/request';
import { describeResource, type Operation } from '../operation';
import { listAllPages, namePage, requestOf, type ListedPage } from '../pageSearch';
import { names } from '../records';
import { AUDIENCE_METRICS, columnNames, SUMMARY_METRICS } from './columns';
import { includeNames } from './names';
import { compareWithPrevious } from './periods';
import { inReportOrder, rowsOfPage, type Report, type Rows } from './rows';

const pages: Setting<ChoiceField<'all' | 'one'>> = {
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
			description:
				'The rows of every page, one page after the other. One more request lists the pages.',
		},
		{ name: 'One Page', value: 'one' },
	],
};

/**
 * Only a period with bounds can be split, or has one before. A wrong value of a switch is refused
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

const withPeriod = (metrics: string[]) => ({
	fields: [
		pages,
		{ ...pageId, displayOptions: { show: { pages: ['one'] } } },
		...periodFields,
		splitBy,
	],
	options: [
		columnNames,
		compareWithPrevious,
		includeNames,
		{
			...outputFields({ idField: 'pageId', fields: metrics, added: ALWAYS_GIVEN }),
			description:
				'Metrics to return, beside names, days and IDs. If empty, all metrics are returned.',
		},
	] as INodeProperties[],
	afterFields: [checkPeriod],
});

const REPEATED =
	'Several items ask for the same pages and period, so their rows repeat. To get them once, remove the duplicates before this node or, for all pages, turn on Settings > Execute Once.';

const sharedOf = perRun(() => ({
	allPages: undefined as Promise<ListedPage[]> | undefined,
	asked: new Set<string>(),
}));

const outputs = ({ rows }: Rows): INodeExecutionData[] => rows.map((json) => ({ json }));

/** Of the first page alone, then of the others. An error names its page. */
async function rowsOfAllPages(
	context: IExecutePaginationFunctions,
	report: Report,
	requestData: RequestData,
): Promise<Rows> {
	const shared = sharedOf(context);
	const advice =
		'Choose One Page, and get the page IDs in parts, with Page > Get Many and its Search';
	const listing = (shared.allPages ??= listAllPages(context, requestData, advice));
	listing.catch(() => (shared.allPages = undefined));
	const rowsOf = async (page: ListedPage) =>
		await rowsOfPage(context, report, {
			pageId: decodeURIComponent(page.pageId),
			name: page.name,
			requestData: requestOf(page, requestData),
		}).catch((error: Error) => {
			throw namePage(error, page);
		});
	const [first, ...others] = await listing;
	const groups = first ? [await rowsOf(first), ...(await Promise.all(others.map(rowsOf)))] : [];
	return inReportOrder(groups);
}

/** The rows of a page, or of all pages. */
const analyticsRows = (report: Report): RequestFlow =>
	async function (requestData) {
		const { url, qs } = requestData.options;
		const shared = sharedOf(this);
		const asked = JSON.stringify([url, qs, splitUnitOf(this)]);
		if (shared.asked.has(asked)) addHint(this, REPEATED);
		shared.asked.add(asked);
		if (chosenOption(this, pages) === 'one') {
			const pageId = String(
				this.getNodeParameter('pageId', '', { extractValue: true }) as string,
			).trim();
			return outputs(await rowsOfPage(this, report, { pageId, requestData }));
		}
		return outputs(await rowsOfAllPages(this, report, requestData));
	};

const audiences: Report = {
	metrics: AUDIENCE_METRICS,
	isOfAudiences: true,
	read: wholeList('items'),
};
const summary: Report = {
	metrics: SUMMARY_METRICS,
	isOfAudiences: false,
	read: requestFor('totalSessions'),
};

const getAudienceAnalytics: Operation = {
	...withPeriod(audiences.metrics),
	option: {
		name: 'Get Audience Analytics',
		value: 'getAudiences',
		action: 'Get audience analytics',
		description:
			'Get the metrics of each audience of a page, or of all pages, for a period: one row per audience, or per audience and day, week or month',
		routing: listRouting('/v0/pages/{pageId}/analytics/audiences', analyticsRows(audiences)),
	},
};

const getPageAnalytics: Operation = {
	...withPeriod(summary.metrics),
	option: {
		name: 'Get Page Analytics',
		value: 'getSummary',
		action: 'Get page analytics',
		description:
			'Get the metrics of a page, or of all pages, for a period: one row per page, or per page and day, week or month',
		routing: listRouting('/v0/pages/{pageId}/analytics/summary', analyticsRows(summary)),
	},
};

export const analyticsResource = describeResource(
	'analytics',
	'Analytics',
	'Sessions, conversion rate, bounce rate and other metrics of pages and audiences, for reports',
	[getAudienceAnalytics, getPageAnalytics],
);
