import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { searchAllPages } from '../resources/pageSearch';
import { iteratePages, type ListPage } from '../transport/pagination';
import type { RequestData } from '../transport/request';

/**
 * A list page as it is polled. Only of a list that has a count does it matter whether there is
 * more.
 */
export type ListPart = Omit<ListPage, 'hasMore'> & Partial<ListPage>;

/**
 * How a list is read, page by page; with `from`, beginning at that cursor. Throws NodeApiError as
 * operations do.
 */
export type ListReader = (
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	from?: string,
) => AsyncIterable<ListPart>;

/** Of several lists that are read as one, some could not be read. */
export class PartlyReadError extends Error {
	/** @param failure why the first of them could not be read */
	constructor(readonly failure: Error) {
		super(failure.message);
	}
}

/**
 * From a cursor, a list is read to its end, then up to that cursor; as a whole if the service has
 * forgotten the cursor.
 */
export const listWithCursors: ListReader = async function* (context, requestData, from) {
	let end: string | undefined;
	if (from !== undefined) {
		const rest = iteratePages(context, requestData, undefined, from);
		const first = await rest.next().catch(() => undefined);
		if (first?.done === false) {
			yield first.value;
			yield* rest;
			end = from;
		}
	}
	for await (const page of iteratePages(context, requestData)) {
		yield page;
		if (end !== undefined && page.nextCursor === end) return;
	}
};

/** The page search, which has no cursors, as `searchAllPages` reads it. */
export const pageSearch = (advice: string): ListReader =>
	async function* (context, requestData) {
		yield await searchAllPages(context, requestData, advice);
	};
