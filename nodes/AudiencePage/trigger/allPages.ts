import type { INodeProperties } from 'n8n-workflow';

import { optionalPage } from '../fields/ids';
import { inPath } from '../fields/routing';
import {
	listAllPages,
	namePage,
	PAGE_SEARCH,
	requestOf,
	type ListedPage,
} from '../resources/pageSearch';
import { isEmpty } from '../shared/values';
import { firstPage, iteratePages } from '../transport/pagination';
import { RequestAbortedError } from '../transport/pendingRequest';
import { withOptions, type RequestFlow } from '../transport/request';
import { PartlyReadError, type ListReader } from './listReaders';
import type { WatchSpec } from './watch';
import { watchList } from './watchList';

export const pageOrAll: INodeProperties = inPath({
	...optionalPage,
	description: 'The page to watch',
	hint: 'If empty, all pages are watched. For audiences, each poll then costs 1 request, and 1 or more for each page.',
});

/** Where a page begins in the list of all pages, or where a cursor stands in its own list. */
const cursorIn = ({ pageId }: ListedPage, cursor = ''): string =>
	`${encodeURIComponent(pageId)}/${cursor}`;

/**
 * The lists from a cursor on, once round. One that is resumed within is read to its end, and from
 * its beginning at last.
 */
function inTurn(all: ListedPage[], from?: string) {
	// A cursor may have a slash too.
	const [page, ...rest] = (from ?? '').split('/');
	const cursor = rest.join('/');
	const first = all.findIndex(({ pageId }) => encodeURIComponent(pageId) === page);
	if (first < 0) return { lists: all };
	const lists = [...all.slice(first), ...all.slice(0, cursor ? first + 1 : first)];
	return { lists, resumeCursor: cursor || undefined };
}

/**
 * The lists of all pages as one, to their end. `PartlyReadError` names a page that cannot be read,
 * after all others.
 */
const listOfAllPages: ListReader = async function* (context, requestData, from) {
	const all = await listAllPages(
		context,
		requestData,
		'Use a trigger for each page (it starts over)',
	);
	const { lists, resumeCursor } = inTurn(all, from);
	let failure: Error | undefined;
	let isAnyRead = from === undefined;
	for (const [n, list] of lists.entries()) {
		const next = lists[n + 1];
		const start = n === 0 ? resumeCursor : undefined;
		try {
			const ofPage = requestOf(list, requestData);
			for await (const read of iteratePages(context, ofPage, undefined, start)) {
				isAnyRead = true;
				for (const record of read.records) record.pageName = list.name;
				yield {
					records: read.records,
					cursor: cursorIn(list, read.cursor),
					nextCursor: read.hasMore ? cursorIn(list, read.nextCursor) : next && cursorIn(next),
				};
			}
		} catch (error) {
			if (error instanceof RequestAbortedError) {
				// The next poll passes over a page that has taken a whole poll.
				if (!isAnyRead && next) yield { records: [], nextCursor: cursorIn(next) };
				failure = error;
				break;
			}
			// The service may have forgotten the cursor. Any other cause shows when the list is read from
			// its beginning.
			if (start === undefined) failure ??= new PartlyReadError(namePage(error as Error, list));
		}
	}
	if (failure) throw failure;
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
