import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { toPathSegment } from '../fields/text';
import { isEmpty } from '../shared/values';
import { apiError } from '../transport/errors';
import { firstPage, isTruncated, type ListPage } from '../transport/pagination';
import { withOptions, type RequestData } from '../transport/request';

/** Where pages are listed, or searched for (service interface, section 4.10). */
export const PAGE_SEARCH = '/v0/pages/search';

/**
 * A page search has no cursors (section 4.10). NodeApiError with `advice` if it lists only some.
 */
export async function searchAllPages(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	advice: string,
): Promise<ListPage> {
	const page = await firstPage(context, requestData);
	if (!isTruncated(page)) return page;
	const { records, totalCount = 0 } = page;
	const all = totalCount > records.length ? `${totalCount} pages` : 'more pages';
	throw apiError(context.getNode(), {
		message: `There are ${all}, but the service lists only ${records.length}`,
		advice,
		description: 'The page search of the service has no second page of results.',
	});
}

export interface ListedPage {
	/** As a segment of a path. */
	pageId: string;
	name: string | null;
}

/**
 * All pages. Throws NodeApiError as `searchAllPages` does, and for a page whose ID cannot stand in
 * a path.
 */
export async function listAllPages(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	advice: string,
): Promise<ListedPage[]> {
	const search = withOptions(requestData, { url: PAGE_SEARCH, qs: {} });
	const { records } = await searchAllPages(context, search, advice);
	return records.map((page): ListedPage => {
		const pageId = toPathSegment(page.pageId);
		const name = isEmpty(page.name) ? null : String(page.name as string);
		if (pageId !== undefined) return { pageId, name };
		throw apiError(context.getNode(), {
			message: `The service returned the page ${name ?? String(page.pageId as string)} with an ID that cannot be used`,
			advice: 'Choose a page',
		});
	});
}

/** The request of an operation, for another page than that in its path. */
export const requestOf = ({ pageId }: ListedPage, requestData: RequestData): RequestData =>
	withOptions(requestData, {
		url: requestData.options.url?.replace(/(?<=^\/v0\/pages\/)[^/]*/, pageId),
	});

export function namePage(error: Error, { name, pageId }: ListedPage): Error {
	const id = decodeURIComponent(pageId);
	error.message = `Page ${name ?? id} (${id}): ${error.message}`;
	return error;
}
