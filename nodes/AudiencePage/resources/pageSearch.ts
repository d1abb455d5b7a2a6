import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { toPathSegment } from '../fields/text';
import { isEmpty } from '../shared/values';
import { apiError } from '../transport/errors';
import { firstPage, isTruncated, type ListPage } from '../transport/pagination';
import { withOptions, type RequestData } from '../transport/request';

/** Where pages are listed, or searched for (service interface, section 4.10). */
export const PAGE_SEARCH = '/v0/pages/search';

/**
 * The pages that a search finds. It has no cursors (section 4.10): NodeApiError, with `advice`, if
 * the service lists only some of them.
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
		const pageId = page.pageId as string;
		const name = isEmpty(page.name) ? null : String(page.name as string);
		if (toPathSegment(pageId) !== undefined) return { pageId, name };
		throw apiError(context.getNode(), {
			message: `The service returned the page ${name ?? String(pageId)} with an ID that cannot be used`,
			advice: 'Choose a page',
		});
	});
}

/** The request of an operation, for another page than that in its path. */
export const requestOf = ({ pageId }: ListedPage, requestData: RequestData): RequestData =>
	withOptions(requestData, {
		url: requestData.options.url?.replace(
			/^\/v0\/pages\/[^/]*/,
			`/v0/pages/${encodeURIComponent(pageId)}`,
		),
	});

/** The error, with the page that it is about before its message. */
export function withPageName(error: Error, { name, pageId }: ListedPage): Error {
	error.message = `Page ${name ?? pageId} (${pageId}): ${error.message}`;
	return error;
}
