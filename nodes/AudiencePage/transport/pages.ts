import {
	NodeApiError,
	type IDataObject,
	type IExecutePaginationFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { apiError } from './errors';
import { hint } from './hint';
import { isOn } from './isOn';
import type { Paginate, RequestData } from './request';
import { wholeNumber } from './wholeNumber';

/** Items asked for at once: the service's own default and maximum are not shown (section 8). */
export const PAGE_SIZE = 100;

/** What Limit is where the user left it empty: its default on the form. */
const DEFAULT_LIMIT = 50;

function limitOf(context: IExecutePaginationFunctions): number {
	if (isOn(context.getNodeParameter('returnAll', false))) return Infinity;
	return wholeNumber(context, 'Limit', context.getNodeParameter('limit', ''), 1, DEFAULT_LIMIT);
}

function brokenList(context: IExecutePaginationFunctions, whatIsWrong: string): NodeApiError {
	return apiError(context.getNode(), {
		message: `The list could not be read to its end: ${whatIsWrong}`,
		description:
			'No item is passed on, so that nothing is taken for the whole list. Run the workflow again later.',
		itemIndex: context.getItemIndex(),
	});
}

/** One page of a list, as the service gave it. */
interface Page {
	items: IDataObject[];
	hasMore?: boolean;
	nextCursor?: string | null;
	totalCount?: number | null;
}

/** @throws NodeApiError if the answer has no list of that name */
function listIn(
	context: IExecutePaginationFunctions,
	answer: INodeExecutionData | undefined,
	name: string,
): IDataObject[] {
	const list = answer?.json[name];
	if (Array.isArray(list)) return list as IDataObject[];
	throw apiError(context.getNode(), { message: `The service answered without a list of ${name}` });
}

async function readPage(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	query: IDataObject,
): Promise<Page> {
	const qs = { ...requestData.options.qs, ...query };
	const [answer] = await context.makeRoutingRequest({
		...requestData,
		options: { ...requestData.options, qs },
	});
	return { ...answer?.json, items: listIn(context, answer, 'items') };
}

/** The first page, and whether the service takes the `limit`: the greatest one is not shown (section 8). */
async function readFirstPage(context: IExecutePaginationFunctions, requestData: RequestData, limit: number) {
	const page = await readPage(context, requestData, { limit }).catch(noneIfRefused);
	if (page) return { page, takesLimit: true };
	return { page: await readPage(context, requestData, {}), takesLimit: false };
}

/** For a first page with a `limit` that the service may refuse: it is asked for again, without. */
export function noneIfRefused(error: Error): undefined {
	const isRefused = error instanceof NodeApiError && ['400', '422'].includes(String(error.httpCode));
	if (!isRefused) throw error;
}

const asItems = (records: IDataObject[]): INodeExecutionData[] => records.map((json) => ({ json }));

/**
 * Reads a list with cursors page by page (service interface, section 4, paging convention): `limit`
 * records and no request more, or the whole list. The filters go with every page.
 *
 * @returns the records, and whether the list has more of them
 * @throws NodeApiError if the service repeats a cursor, or promises more and gives no cursor
 */
export async function readList(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	limit = Infinity,
	pageSize = PAGE_SIZE,
): Promise<{ records: IDataObject[]; hasMore: boolean }> {
	const records: IDataObject[] = [];
	const cursors = new Set<unknown>();

	const first = await readFirstPage(context, requestData, Math.min(pageSize, limit));
	for (let { page } = first; ; ) {
		for (const record of page.items) records.push(record);

		const { nextCursor: cursor, hasMore = Boolean(cursor) } = page;
		if (records.length >= limit) {
			return { records: records.slice(0, limit), hasMore: hasMore || records.length > limit };
		}
		if (!hasMore) return { records, hasMore };
		if (typeof cursor !== 'string' || cursor === '') {
			throw brokenList(context, 'the service says that there is more, but not where it goes on');
		}
		if (cursors.has(cursor)) throw brokenList(context, 'the service goes round in circles');
		cursors.add(cursor);
		const size = first.takesLimit ? { limit: Math.min(pageSize, limit - records.length) } : {};
		page = await readPage(context, requestData, { cursor, ...size });
	}
}

/** Reads a list with cursors as Limit, Return All and Page Size say (see `readList`). */
export const readPages: Paginate = async function (requestData) {
	const chosenSize = this.getNodeParameter('options.pageSize', '');
	const pageSize = wholeNumber(this, 'Page Size', chosenSize, 1, PAGE_SIZE);
	const { records, hasMore } = await readList(this, requestData, limitOf(this), pageSize);
	if (hasMore) {
		hint(this, 'There are more results than Limit lets through. Turn on Return All to get all of them.');
	}
	return asItems(records);
};

/** Reads a list that has no cursor: one request for the whole Limit (service interface, section 4.10). */
export const readOnce: Paginate = async function (requestData) {
	const limit = limitOf(this);
	const { page } = await readFirstPage(this, requestData, limit);
	const { items, hasMore, totalCount } = page;
	if (hasMore === true || items.length > limit || (totalCount ?? 0) > items.length) {
		hint(
			this,
			'There are more pages than were read. This search gives one answer and no next one: raise Limit, or narrow it down with Search.',
		);
	}
	return asItems(items.slice(0, limit));
};

/** Reads a list that comes whole, in one answer, under this name. */
export const readWhole = (name: string): Paginate =>
	async function (requestData) {
		const [answer] = await this.makeRoutingRequest(requestData);
		return asItems(listIn(this, answer, name));
	};
