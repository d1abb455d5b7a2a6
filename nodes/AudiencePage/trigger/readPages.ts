import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { apiError } from '../transport/errors';
import {
	DEFAULT_PAGE_SIZE,
	fetchOnlyPage,
	isTruncated,
	iteratePages,
	type ListPage,
} from '../transport/pagination';
import type { RequestData } from '../transport/request';

/** Reads the pages of a list, each when it is asked for; with `from`, beginning at that cursor. */
export type ReadPages = (
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	from?: string,
) => AsyncIterable<ListPage>;

const pageSize = () => DEFAULT_PAGE_SIZE;

/**
 * Reads a whole list with cursors, starting at one of them: first to the end of the list, then from its
 * beginning up to that cursor. If the first request fails, the list is read from its beginning, as if without
 * a cursor: the service may have forgotten it, and any other cause shows there again.
 *
 * @throws NodeApiError as the operations that read lists do
 */
export const readFromCursor: ReadPages = async function* (context, requestData, from) {
	let end: string | undefined;
	if (from !== undefined) {
		const rest = iteratePages(context, requestData, pageSize, from);
		const first = await rest.next().catch(() => undefined);
		if (first?.done === false) {
			yield first.value;
			yield* rest;
			end = from;
		}
	}
	for await (const page of iteratePages(context, requestData, pageSize)) {
		yield page;
		if (end !== undefined && page.nextCursor === end) return;
	}
};

/**
 * Reads the page search, which has no cursors, in one request (service interface, section 4.10).
 *
 * @param missed what could be missed if it lists only some pages
 * @param advice what the user can do then
 * @returns a reader that throws NodeApiError if there are more pages than it lists
 */
export const pageSearch = (missed: string, advice: string): ReadPages =>
	async function* (context, requestData) {
		const page = await fetchOnlyPage(context, requestData);
		if (isTruncated(page)) {
			const { records, totalCount } = page;
			const all = (totalCount ?? 0) > records.length ? `${totalCount} pages` : 'more pages';
			throw apiError(context.getNode(), {
				message: `There are ${all}, but the service lists only ${records.length}, so ${missed} could be missed`,
				advice,
				description: 'The page search of the service has no second page of results.',
			});
		}
		yield page;
	};
