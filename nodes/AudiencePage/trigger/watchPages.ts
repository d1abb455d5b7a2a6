import {
	isResourceLocatorValue,
	type IExecutePaginationFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type NodeApiError,
} from 'n8n-workflow';

import { fieldError } from '../fields/fieldError';
import { optionalPage } from '../fields/ids';
import { inPath } from '../fields/routing';
import { toPathSegment } from '../fields/rules';
import { forEachInTurns } from '../shared/turns';
import { isEmpty } from '../shared/values';
import { RequestAbortedError } from '../transport/apiClient';
import { apiError } from '../transport/errors';
import type { RequestData, RequestFlow } from '../transport/request';
import type { WatchSpec } from './changeDetector';
import { pollSettingsOf, startsFromEverything } from './fields';
import { logNewStart, pollList } from './pollList';
import { keptNodeState } from './processState';
import { pageSearch, readFromCursor } from './readPages';
import { isSuperseded } from './sharedMemory';
import { beginAllPages, hasBegunAllPages, hasStoredState } from './storedState';
import { testEventRecords } from './testEvent';
import { oneAtATime, watchList } from './watchList';

/** The page whose lists to watch, or all pages. */
export const pageOrAll: INodeProperties = inPath({
	...optionalPage,
	description: 'The page to watch',
	hint: 'If empty, all pages are watched. For audiences, each poll then costs 1 request, and 1 or more for each page.',
});

const pageList = pageSearch('audiences of new pages', 'Choose a page, and use a trigger for each');

/** The same list of another page. */
interface PageRequest {
	pageId: string;
	/** What a message calls the page. */
	name: string;
	requestData: RequestData;
}

/**
 * The requests for the same list of all pages that the page search gives (service interface, section 4.10).
 *
 * @throws NodeApiError if the search does not list all pages, or a page whose ID cannot stand in a path
 */
async function requestsForAllPages(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	pathOf: (pageId: string) => string,
): Promise<PageRequest[]> {
	const requestFor = (url: string, qs = {}): RequestData => ({
		...requestData,
		options: { ...requestData.options, url, qs },
	});
	const requests: PageRequest[] = [];
	for await (const { records } of pageList(context, requestFor('/v0/pages/search'))) {
		await forEachInTurns(records, (page) => {
			const pageId = toPathSegment(page.pageId);
			const name = isEmpty(page.name) ? String(page.pageId as string) : String(page.name as string);
			if (pageId === undefined) {
				throw apiError(context.getNode(), {
					message: `The service returned the page ${name} with an ID that cannot be used`,
					advice: 'Choose a page',
				});
			}
			requests.push({ pageId, name, requestData: requestFor(pathOf(pageId), requestData.options.qs) });
		});
	}
	return requests;
}

/** Names the page in the message of an error. */
function namePage(error: Error, { name, pageId }: PageRequest): Error {
	error.message = `Page ${name} (${decodeURIComponent(pageId)}): ${error.message}`;
	return error;
}

const timeUpError = (context: IExecutePaginationFunctions, unread: number): NodeApiError =>
	apiError(context.getNode(), {
		message: `The time of a poll was up, and ${unread} ${unread === 1 ? 'page has' : 'pages have'} not been read yet`,
		advice: 'The next poll goes on there; if this was the publication, publish the workflow again',
		description: 'Before audiences of all pages can start the workflow, each page has to be read once.',
	});

/** The pages, beginning with this one, if there is one. */
function inTurn(requests: PageRequest[], firstPage: string | undefined): PageRequest[] {
	const first = Math.max(
		0,
		requests.findIndex(({ pageId }) => pageId === firstPage),
	);
	return [...requests.slice(first), ...requests.slice(0, first)];
}

/**
 * Polls the lists of all pages, one after the other. A list that cannot be read does not keep the others from being
 * read. Where the time of the poll is up, or it has found as many records as it may deliver, the next poll begins with
 * the page that follows.
 *
 * @throws NodeApiError if a list cannot be read and the others have nothing to deliver, at every second poll at most;
 * at every poll until all lists were read once
 */
async function pollAllPages(
	context: IExecutePaginationFunctions,
	spec: WatchSpec,
	allPages: string,
	requests: PageRequest[],
): Promise<INodeExecutionData[]> {
	const { maxPerPoll } = pollSettingsOf(context);
	const isNewStart = hasStoredState(context) && !hasBegunAllPages(context, allPages);
	const before = keptNodeState(context, allPages);
	const readNow = new Set<string>();
	let outputs: INodeExecutionData[] = [];
	let failure: Error | undefined;
	let stoppedAt: PageRequest | undefined;
	const pages = inTurn(requests, before?.nextPage);
	for (const [n, page] of pages.entries()) {
		const maxChanges = maxPerPoll - outputs.length;
		if (maxChanges === 0) stoppedAt = page;
		if (stoppedAt) break;
		const options = { maxChanges, allPages, hasReadOthers: n > 0 };
		try {
			outputs = outputs.concat(await pollList(context, spec, page.requestData, readFromCursor, options));
			readNow.add(page.pageId);
		} catch (error) {
			const isTimeUp = error instanceof RequestAbortedError;
			if (!isTimeUp) failure ??= namePage(error as Error, page);
			// A page that takes a whole poll does not keep the others from being read.
			else if (n === 0) [failure, stoppedAt] = [error, pages[1] ?? page];
			else stoppedAt = page;
		}
	}
	// The lists were read under this state of the node, or a new one; undefined if none could be read.
	const node = keptNodeState(context, allPages);
	const readOnce = new Set([...(before === node ? (node?.readPages ?? []) : []), ...readNow]);
	if (node) Object.assign(node, { nextPage: stoppedAt?.pageId, readPages: readOnce });

	const unread = requests.filter(({ pageId }) => !readOnce.has(pageId)).length;
	if (unread === 0 && isNewStart) logNewStart(context);
	if (unread === 0 && !isSuperseded(context)) beginAllPages(context, allPages);
	const mayStart = startsFromEverything(context) || hasBegunAllPages(context, allPages);
	if (!mayStart && outputs.length === 0) failure ??= timeUpError(context, unread);
	const hasFailed = failure !== undefined && outputs.length === 0 && !(mayStart && before?.hasFailed);
	if (node) node.hasFailed = hasFailed;
	if (failure && hasFailed) throw failure;
	return outputs;
}

/** Whether a field, or the value of a locator, is set by an expression: one that gives nothing is a mistake. */
const isExpression = (stored: unknown): boolean => {
	const value: unknown = isResourceLocatorValue(stored) ? stored.value : stored;
	return typeof value === 'string' && value.startsWith('=');
};

/**
 * The request flow of an event that watches a list of a page, or of all pages if none is chosen.
 *
 * @param pathOf the path of the list of a page
 */
export const watchPages = (spec: WatchSpec, pathOf: (pageId: string) => string): RequestFlow =>
	async function (requestData) {
		const chosen = this.getNodeParameter(pageOrAll.name, '', { extractValue: true });
		if (!isEmpty(chosen)) return await watchList(spec).call(this, requestData);
		if (isExpression(this.getNode().parameters[pageOrAll.name])) {
			const rule = 'must not be empty if an expression sets it. To watch all pages, clear the field';
			throw fieldError(this, pageOrAll.displayName, rule);
		}

		const requestsForAll = async () => await requestsForAllPages(this, requestData, pathOf);
		if (this.getMode() === 'manual') {
			const requests = await requestsForAll();
			const each = requests.map((page) => page.requestData);
			return await testEventRecords(this, spec, each);
		}
		return await oneAtATime(
			this,
			requestData,
			async (watchKey) => await pollAllPages(this, spec, watchKey, await requestsForAll()),
		);
	};
