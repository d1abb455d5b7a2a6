import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { perRun } from '../../execution/runScope';
import { chosenOption, type ChoiceField, type Setting } from '../../fields/choice';
import { pageId } from '../../fields/ids';
import { splitUnitOf } from '../../fields/splitBy';
import { addHint } from '../../shared/hint';
import type { RequestData, RequestFlow } from '../../transport/request';
import { listAllPages, requestOf, withPageName, type ListedPage } from '../pageSearch';
import { SharedList } from '../recentRecords';
import { inReportOrder, rowsOfPage, type Report, type Rows } from './rows';

export const pages: Setting<ChoiceField<'all' | 'one'>> = {
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

const REPEATED =
	'Several items ask for the same pages and period, so their rows repeat. To get them once, remove the duplicates before this node or, for all pages, turn on Settings > Execute Once.';

const TOO_MANY_PAGES =
	'Choose One Page, and get the page IDs in parts, with Page > Get Many and its Search';

const allPagesOf = perRun(() => new SharedList<ListedPage[]>());

/** What the items of a run have asked for so far. */
const requestsOf = perRun(() => new Set<string>());

async function rowsOfOnePage(
	context: IExecutePaginationFunctions,
	report: Report,
	requestData: RequestData,
): Promise<Rows> {
	const id = context.getNodeParameter(pageId.name, '', { extractValue: true }) as string | number;
	return await rowsOfPage(context, report, { pageId: String(id).trim(), requestData });
}

/** Of the first page alone, then of all others. An error names its page. */
async function rowsOfAllPages(
	context: IExecutePaginationFunctions,
	report: Report,
	requestData: RequestData,
): Promise<Rows> {
	const readPages = async () => await listAllPages(context, requestData, TOO_MANY_PAGES);
	const { list } = await allPagesOf(context).get(readPages);
	const rowsOf = async (page: ListedPage): Promise<Rows> => {
		const reported = { ...page, requestData: requestOf(page, requestData) };
		return await rowsOfPage(context, report, reported).catch((error: Error) => {
			throw withPageName(error, page);
		});
	};
	const [first, ...later] = list;
	if (first === undefined) return { sessions: 0, rows: [] };
	return inReportOrder([await rowsOf(first), ...(await Promise.all(later.map(rowsOf)))]);
}

/** The rows of a report on the chosen page, or on all pages. */
export const reportRows = (report: Report): RequestFlow =>
	async function (requestData) {
		const { url, qs } = requestData.options;
		const requests = requestsOf(this);
		const request = JSON.stringify([url, qs, splitUnitOf(this)]);
		if (requests.has(request)) addHint(this, REPEATED);
		requests.add(request);

		const read = chosenOption(this, pages) === 'one' ? rowsOfOnePage : rowsOfAllPages;
		const { rows } = await read(this, report, requestData);
		return rows.map((json) => ({ json }));
	};
