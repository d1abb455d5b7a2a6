import type { GenericValue, INodeProperties, PreSendAction } from 'n8n-workflow';

import { optionalPage } from '../fields/ids';
import { inPath } from '../fields/routing';
import {
	listAllPages,
	withPageName,
	PAGE_SEARCH,
	requestOf,
	searchAllPages,
	type ListedPage,
} from '../resources/pageSearch';
import { failureFacts, log } from '../shared/log';
import { isEmpty } from '../shared/values';
import { firstPage, iteratePages, type ListPage } from '../transport/pagination';
import { RequestAbortedError } from '../transport/pendingRequest';
import { withOptions, type RequestFlow } from '../transport/request';
import type { WatchSpec } from './watch';
import { watchList, type PagesOfList } from './watchList';

export const pageOrAll: INodeProperties = inPath({
	...optionalPage,
	description: 'The page to watch',
	hint: 'If empty, all pages are watched',
});

/** Where reading goes on: in the list of a page, at a cursor or at its beginning. */
const cursorIn = ({ pageId }: ListedPage, cursor = ''): string =>
	`${encodeURIComponent(pageId)}/${cursor}`;

/** The lists from that cursor on; all of them if its page is gone. */
function listsFrom(pages: ListedPage[], cursor = '') {
	const [, pageId, cursorOfPage] = /^([^/]*)\/(.*)$/.exec(cursor) ?? [];
	const first = pages.findIndex((page) => encodeURIComponent(page.pageId) === pageId);
	if (first < 0) return { lists: pages };
	return { lists: pages.slice(first), cursorOfFirst: cursorOfPage || undefined };
}

/**
 * What can be read; `onFailure` may throw. Without a `catch` clause, in which n8n's lint allows no
 * error to be thrown again.
 */
async function* untilFailure<Value>(
	values: AsyncGenerator<Value>,
	onFailure: (error: Error) => void,
): AsyncGenerator<Value> {
	const readNext = async () =>
		await values.next().catch((error: Error) => {
			onFailure(error);
			return { done: true, value: undefined } as const;
		});
	for (let next = await readNext(); !next.done; next = await readNext()) yield next.value;
}

/**
 * The lists of all pages as one. A page that cannot be read is left to the next poll; of the first
 * read, all are needed.
 */
const listOfAllPages: PagesOfList = async function* (context, requestData, options) {
	const advice = 'Use a trigger for each page (it starts over)';
	const pages = await listAllPages(context, requestData, advice);
	// The service may list them in another order at the next poll, which goes on within them.
	pages.sort((a, b) => (a.pageId < b.pageId ? -1 : 1));
	const { lists, cursorOfFirst } = listsFrom(pages, options.cursor);
	const failures: Error[] = [];
	for (const [n, list] of lists.entries()) {
		const start = n === 0 ? cursorOfFirst : undefined;
		const ofPage = iteratePages(context, requestOf(list, requestData), undefined, start);
		const readable = untilFailure(ofPage, (error) => {
			if (error instanceof RequestAbortedError) throw error;
			failures.push(withPageName(error, list));
			if (options.isFirstRead) throw error;
			log(context, 'pageSkipped', { pageId: list.pageId, ...failureFacts(error) });
		});
		for await (const page of readable) yield inAllPages(page, list, lists[n + 1]);
	}
	if (failures.length === pages.length && failures[0]) throw failures[0];
};

/** A page of a list as one of the list of all pages. */
function inAllPages(
	{ records, hasMore, cursor, nextCursor }: ListPage,
	list: ListedPage,
	next?: ListedPage,
): ListPage {
	for (const record of records) record.pageName = list.name;
	return {
		records,
		cursor: cursorIn(list, cursor),
		nextCursor: hasMore ? cursorIn(list, nextCursor) : next && cursorIn(next),
		hasMore: hasMore || next !== undefined,
	};
}

/** The page search, which has no cursors: an error if it lists only some of the pages. */
export const pageSearch: PagesOfList = async function* (context, requestData) {
	const advice = 'Narrow the list down with Filters > Search (it starts over)';
	yield await searchAllPages(context, requestData, advice);
};

/**
 * The page is a filter of the list of page links (service interface, section 4.18); the field
 * itself checks it.
 */
export const pageInQuery: PreSendAction = async function (request) {
	const pageId = this.getNodeParameter(pageOrAll.name, '', { extractValue: true }) as GenericValue;
	if (isEmpty(pageId)) return request;
	return { ...request, qs: { ...request.qs, pageId: String(pageId as string).trim() } };
};

/**
 * The flow of an event that watches a page, or all. Each record gets the `pageName` of its page, or
 * null if it is unknown.
 */
export const watchPages = (spec: WatchSpec): RequestFlow =>
	async function (requestData) {
		const chosen = this.getNodeParameter(pageOrAll.name, '', { extractValue: true }) as string;
		if (isEmpty(chosen)) return await watchList(spec, listOfAllPages).call(this, requestData);
		const items = await watchList(spec).call(this, requestData);
		if (items.length === 0) return items;
		// What was found is delivered even if the name cannot be read.
		const search = firstPage(this, withOptions(requestData, { url: PAGE_SEARCH, qs: {} })).catch(
			() => undefined,
		);
		const id = String(chosen).trim();
		const page = (await search)?.records.find(({ pageId }) => pageId === id);
		for (const { json } of items) json.pageName = page?.name ?? null;
		return items;
	};
