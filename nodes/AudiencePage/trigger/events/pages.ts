import type { GenericValue, INodeProperties, PreSendAction } from 'n8n-workflow';

import { optionalPage } from '../../fields/ids';
import { inPath } from '../../fields/routing';
import { PAGE_SEARCH } from '../../resources/pageSearch';
import { isEmpty } from '../../shared/values';
import { firstPage } from '../../transport/pagination';
import { withOptions, type RequestFlow } from '../../transport/request';
import { listOfAllPages } from '../lists';
import type { WatchSpec } from '../watch';
import { watchList } from '../watchList';

export const pageOrAll: INodeProperties = inPath({
	...optionalPage,
	description: 'The page to watch',
	hint: 'If empty, all pages are watched',
});

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
		const search = withOptions(requestData, { url: PAGE_SEARCH, qs: {} });
		// What was found is delivered even if the name cannot be read.
		const pages = await firstPage(this, search).catch(() => undefined);
		const id = String(chosen).trim();
		const page = pages?.records.find(({ pageId }) => pageId === id);
		for (const { json } of items) json.pageName = page?.name ?? null;
		return items;
	};
