import type { IExecutePaginationFunctions } from 'n8n-workflow';

import {
	listAllPages,
	requestOf,
	searchAllPages,
	withPageName,
	type ListedPage,
} from '../resources/pageSearch';
import { failureFacts, log } from '../shared/log';
import { iteratePages, type ListPage } from '../transport/pagination';
import { RequestAbortedError } from '../transport/apiClient';
import type { RequestData } from '../transport/request';
import type { ListRead } from './progress';

/**
 * How a list is read, page by page, from the cursor on. Throws NodeApiError as operations do; what
 * can't be read may be left out, but of a first read.
 */
export type PagesOfList = (
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	read: Partial<ListRead>,
) => AsyncIterable<ListPage>;

export const listWithCursors: PagesOfList = (context, requestData, { cursor }) =>
	iteratePages(context, requestData, undefined, cursor);

/** The page search, which has no cursors: an error if it lists only some of the pages. */
export const pageSearch: PagesOfList = async function* (context, requestData) {
	const advice = 'Narrow the list down with Filters > Search (it starts over)';
	yield await searchAllPages(context, requestData, advice);
};

/**
 * The lists of all pages as one. A page that cannot be read is left to the next poll; of the first
 * read, all are needed.
 */
export const listOfAllPages: PagesOfList = async function* (context, requestData, read) {
	const advice = 'Use a trigger for each page (it starts over)';
	const pages = await listAllPages(context, requestData, advice);
	// The service may list them in another order at the next poll, which goes on within them.
	pages.sort((a, b) => (a.pageId < b.pageId ? -1 : 1));
	const { start, cursor } = positionIn(pages, read.cursor);
	let failedCount = 0;
	for (let index = start; index < pages.length; index++) {
		const page = pages[index] as ListedPage;
		const cursorOfPage = index === start ? cursor : undefined;
		const list = iteratePages(context, requestOf(page, requestData), undefined, cursorOfPage);
		const failure = yield* untilFailure(list, page, pages[index + 1]);
		if (failure === undefined) continue;
		if (failure instanceof RequestAbortedError) throw failure;
		failedCount++;
		const error = withPageName(failure, page);
		if (read.isFirst || failedCount === pages.length) throw error;
		log(context, 'pageSkipped', { pageId: page.pageId, ...failureFacts(error) });
	}
};

/** What can be read of the list of a page, as one of the list of all; returns why not all can. */
async function* untilFailure(
	list: AsyncIterable<ListPage>,
	page: ListedPage,
	nextPage: ListedPage | undefined,
): AsyncGenerator<ListPage, Error | undefined> {
	try {
		for await (const listPage of list) yield inAllPages(listPage, page, nextPage);
		return undefined;
	} catch (error) {
		return error as Error;
	}
}

/** The cursor in the list of all pages: that in the list of one, empty at its beginning. */
const cursorIn = ({ pageId }: ListedPage, cursor = ''): string =>
	`${encodeURIComponent(pageId)}/${cursor}`;

/** Where such a cursor is; at the beginning of all if there is none, or its page is gone. */
function positionIn(pages: ListedPage[], cursor = ''): { start: number; cursor?: string } {
	const start = pages.findIndex((page) => cursor.startsWith(cursorIn(page)));
	const page = pages[start];
	if (page === undefined) return { start: 0 };
	return { start, cursor: cursor.slice(cursorIn(page).length) || undefined };
}

/** A page of a list as one of the list of all pages. */
function inAllPages(
	{ records, hasMore, cursor, nextCursor }: ListPage,
	page: ListedPage,
	nextPage: ListedPage | undefined,
): ListPage {
	for (const record of records) record.pageName = page.name;
	const atNextPage = nextPage && cursorIn(nextPage);
	return {
		records,
		cursor: cursorIn(page, cursor),
		nextCursor: hasMore ? cursorIn(page, nextCursor) : atNextPage,
		hasMore: hasMore || nextPage !== undefined,
	};
}
