import {
	NodeApiError,
	type IDataObject,
	type IExecutePaginationFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { apiError } from './errors';
import { hint } from './hint';
import { isOn } from './isOn';
import { goesOn, nextOf, type Page } from './nextPage';
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
	place: { cursor?: string; limit?: number },
): Promise<Page> {
	const qs = { ...requestData.options.qs, ...place };
	const [answer] = await context.makeRoutingRequest({
		...requestData,
		options: { ...requestData.options, qs },
	});
	const { totalCount, nextCursor, hasMore = Boolean(nextCursor) } = (answer?.json ?? {}) as Partial<Page>;
	const records = listIn(context, answer, 'items');
	return { records, totalCount, cursor: place.cursor, nextCursor, hasMore };
}

/**
 * The page at a cursor, or the first one, with the first of these limits that the service takes, and
 * with none if it refuses all: the greatest one is not shown (section 8).
 */
export async function readPageAt(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	cursor: string | undefined,
	...limits: number[]
): Promise<{ page: Page; takesLimit: boolean }> {
	const place = cursor === undefined ? {} : { cursor };
	for (const limit of limits) {
		const page = await readPage(context, requestData, { ...place, limit }).catch(noneIfRefused);
		if (page) return { page, takesLimit: true };
	}
	return { page: await readPage(context, requestData, place), takesLimit: false };
}

/** For a first page with a `limit` that the service may refuse: it is asked for again, without. */
export function noneIfRefused(error: Error): undefined {
	const isRefused = error instanceof NodeApiError && ['400', '422'].includes(String(error.httpCode));
	if (!isRefused) throw error;
}

const asItems = (records: IDataObject[]): INodeExecutionData[] => records.map((json) => ({ json }));

/**
 * The pages of a list with cursors, each read when it is asked for (service interface, section 4,
 * paging convention). The filters go with every page.
 *
 * @param size how many records the next page is to have
 * @param from the cursor to begin at, in place of the beginning
 * @throws NodeApiError if the service repeats a cursor, or promises more and gives no cursor
 */
export async function* pagesOf(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	size: () => number,
	from?: string,
): AsyncGenerator<Page> {
	const cursors = new Set<unknown>([from]);
	const first = await readPageAt(context, requestData, from, size());
	for (let { page } = first; ; ) {
		yield page;
		const { cursor, broken } = nextOf(page, cursors);
		if (broken !== undefined) throw brokenList(context, broken);
		if (cursor === undefined) return;
		cursors.add(cursor);
		page = await readPage(context, requestData, { cursor, ...(first.takesLimit && { limit: size() }) });
	}
}

/**
 * Reads a list with cursors (see `pagesOf`): `limit` records and no request more, or the whole list.
 *
 * @returns the records, and whether the list has more of them
 */
export async function readList(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	limit = Infinity,
	pageSize = PAGE_SIZE,
): Promise<{ records: IDataObject[]; hasMore: boolean }> {
	const records: IDataObject[] = [];
	const size = () => Math.min(pageSize, limit - records.length);
	for await (const page of pagesOf(context, requestData, size)) {
		for (const record of page.records) records.push(record);
		if (records.length < limit) continue;
		return { records: records.slice(0, limit), hasMore: page.hasMore || records.length > limit };
	}
	return { records, hasMore: false };
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
	const { page } = await readPageAt(this, requestData, undefined, limit);
	const { records } = page;
	if (records.length > limit || goesOn(page)) {
		hint(
			this,
			'There are more pages than were read. This search gives one answer and no next one: raise Limit, or narrow it down with Search.',
		);
	}
	return asItems(records.slice(0, limit));
};

/** Reads a list that comes whole, in one answer, under this name. */
export const readWhole = (name: string): Paginate =>
	async function (requestData) {
		const [answer] = await this.makeRoutingRequest(requestData);
		return asItems(listIn(this, answer, name));
	};
