import type { IExecutePaginationFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { pageLocator } from '../fields/ids';
import { inPath } from '../fields/routing';
import { notMoreResultsEntry, toPathSegment } from '../fields/rules';
import { isEmpty } from '../shared/values';
import type { RequestData, RequestFlow } from '../transport/request';
import type { WatchSpec } from './changeDetector';
import { pollSettingsOf } from './fields';
import { pollList } from './pollList';
import { nodeKeyOf, processState } from './processState';
import { pageSearch, readFromCursor } from './readPages';
import { testEventRecords } from './testEvent';
import { oneAtATime, watchList } from './watchList';

/** The page whose lists to watch, or all pages. */
export const pageOrAll: INodeProperties = inPath(
	{
		...pageLocator,
		required: false,
		description: 'The page to watch',
		hint: 'If empty, all pages are watched. A poll is then 1 request to find them, and at least 1 for each.',
	},
	notMoreResultsEntry,
);

const allPages = pageSearch('audiences of new pages', 'Choose a page, and use a trigger for each');

/** The requests for the same list of all pages that the page search gives (service interface, section 4.10). */
async function requestsForAllPages(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	pathOf: (pageId: string) => string,
): Promise<Array<[pageId: string, RequestData]>> {
	const requestFor = (url: string, qs = {}): RequestData => ({
		...requestData,
		options: { ...requestData.options, url, qs },
	});
	const requests: Array<[string, RequestData]> = [];
	for await (const { records } of allPages(context, requestFor('/v0/pages/search'))) {
		for (const { pageId: id } of records) {
			const segment = toPathSegment(id);
			if (segment !== undefined)
				requests.push([segment, requestFor(pathOf(segment), requestData.options.qs)]);
		}
	}
	return requests;
}

/**
 * Polls the lists of all pages, one after the other, within the time of a poll. The next poll begins where this one
 * stopped: because it has delivered as many records as a poll may, or because a list could not be read.
 *
 * @throws NodeApiError if the first list cannot be read; the next poll begins behind it
 */
async function pollAllPages(
	context: IExecutePaginationFunctions,
	spec: WatchSpec,
	requests: Array<[pageId: string, RequestData]>,
): Promise<INodeExecutionData[]> {
	const { nextPages } = processState;
	const nodeKey = nodeKeyOf(context);
	const { maxPerPoll } = pollSettingsOf(context);
	const first = Math.max(
		0,
		requests.findIndex(([id]) => id === nextPages.get(nodeKey)),
	);
	const inTurn = [...requests.slice(first), ...requests.slice(0, first)];
	const outputs: INodeExecutionData[] = [];
	const goOnAt = (page = inTurn[0]) => {
		if (page) nextPages.set(nodeKey, page[0]);
	};
	for (const [n, request] of inTurn.entries()) {
		const maxChanges = maxPerPoll - outputs.length;
		if (maxChanges === 0) return (goOnAt(request), outputs);
		try {
			const options = { maxChanges, isOneOfSeveral: true };
			outputs.push(...(await pollList(context, spec, request[1], readFromCursor, options)));
		} catch (error) {
			goOnAt(n === 0 ? inTurn[1] : request);
			if (n === 0) throw error;
			return outputs;
		}
	}
	return outputs;
}

/**
 * The request flow of an event that watches a list of a page, or of all pages if none is chosen.
 *
 * @param pathOf the path of the list of a page
 */
export const watchPages = (spec: WatchSpec, pathOf: (pageId: string) => string): RequestFlow =>
	async function (requestData) {
		const chosen = this.getNodeParameter(pageOrAll.name, '', { extractValue: true });
		if (!isEmpty(chosen)) return await watchList(spec).call(this, requestData);
		if (this.getMode() === 'manual') {
			const requests = await requestsForAllPages(this, requestData, pathOf);
			return await testEventRecords(
				this,
				spec,
				requests.map(([, request]) => request),
			);
		}
		return await oneAtATime(this, requestData, async () => {
			const requests = await requestsForAllPages(this, requestData, pathOf);
			return await pollAllPages(this, spec, requests);
		});
	};
