import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { apiError } from '../transport/errors';
import { DEFAULT_PAGE_SIZE, fetchPage, isTruncated, iteratePages, type Page } from '../transport/pagination';
import type { RequestData } from '../transport/request';

/** The pages of a list that a poll reads, each when it is asked for. */
export type ReadList = (
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	from?: string,
) => AsyncIterable<Page>;

const size = () => DEFAULT_PAGE_SIZE;

/**
 * Reads a list with cursors once round: from a cursor to its end, then from its beginning to that
 * cursor. If nothing can be read at the cursor, the list is read from its beginning: if it is not the
 * cursor that is in the way, the same happens there.
 *
 * @throws NodeApiError as the operations that read lists do
 */
export const readFromCursor: ReadList = async function* (context, requestData, from) {
	let end: string | undefined;
	if (from !== undefined) {
		const rest = iteratePages(context, requestData, size, from);
		const first = await rest.next().catch(() => undefined);
		if (first?.done === false) {
			yield first.value;
			yield* rest;
			end = from;
		}
	}
	for await (const page of iteratePages(context, requestData, size)) {
		yield page;
		if (end !== undefined && page.nextCursor === end) return;
	}
};

/** As many pages as one answer may hold: the service's maximum is not shown (section 8). */
const MOST_AT_ONCE = 1000;

/**
 * Reads a list that has no cursor, in one answer (service interface, section 4.10).
 *
 * @throws NodeApiError if the list has more: what an answer leaves out would go unnoticed
 */
export const readInOneRequest: ReadList = async function* (context, requestData) {
	const { page } = await fetchPage(context, requestData, undefined, MOST_AT_ONCE, DEFAULT_PAGE_SIZE);
	if (isTruncated(page)) {
		const { records, totalCount } = page;
		const all = (totalCount ?? 0) > records.length ? `${totalCount} pages` : 'more pages';
		throw apiError(context.getNode(), {
			message: `There are ${all}, but the service lists only ${records.length}, so new pages could be missed`,
			advice: 'Narrow the list down with Filters > Search',
			description: 'The page search of the service has no second page of results.',
		});
	}
	yield page;
};
