import {
	NodeOperationError,
	type IDataObject,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { toPathSegment, MORE_RESULTS_VALUE } from '../fields/rules';
import { ApiClient, RequestAbortedError, type RequestSettings } from '../transport/apiClient';
import { apiError } from '../transport/errors';
import { redactingKey } from '../transport/redactErrors';
import { omitEmpty, isEmpty } from '../shared/values';
import {
	DEFAULT_PAGE_SIZE,
	fetchPage,
	isTruncated,
	iteratePages,
	recordsNamed,
	type ListReader,
	type Page,
} from '../transport/pagination';
import type { RequestData } from '../transport/request';

/** Entries a picker shows at once. */
const PICKER_SIZE = 50;

/** Someone waits in front of a picker: it is open after so many pages and milliseconds, with what was found. */
const MAX_PAGES = 10;
const MAX_WAIT = 10_000;

const PICKER_SETTINGS: RequestSettings = { maxRetries: 2, timeout: MAX_WAIT };

/** As much of a message as tells it from the others. */
const LONGEST_LABEL = 80;

type Entry = INodeListSearchResult['results'][number];

/** What reads a list for a picker: as an operation does, but only for as long as someone waits. */
function readerFor(context: ILoadOptionsFunctions): ListReader {
	const delivery = new ApiClient({ maxConcurrentRequests: 1, abortSignal: AbortSignal.timeout(MAX_WAIT) });
	const send = async (request: IHttpRequestOptions) => await delivery.send(context, request, PICKER_SETTINGS);
	return {
		getNode: () => context.getNode(),
		makeRoutingRequest: async ({ options }) => [{ json: await send(options as IHttpRequestOptions) }],
	};
}

/** @throws NodeApiError in place of Halted: nothing at all was read */
async function withTimeoutError<T>(context: ILoadOptionsFunctions, reading: Promise<T>): Promise<T> {
	return await reading.catch((error: Error) => {
		if (!(error instanceof RequestAbortedError)) return redactingKey(context)(error);
		throw apiError(context.getNode(), {
			message: `The service did not answer within ${MAX_WAIT / 1000} seconds`,
			description: 'Open the list again later, or choose By ID.',
		});
	});
}

const requestFor = (url: string, qs: IDataObject = {}): RequestData => ({
	options: { method: 'GET', url, qs: omitEmpty(qs) },
	preSend: [],
	postReceive: [],
});

/** One page of a list. */
async function readPage(
	context: ILoadOptionsFunctions,
	url: string,
	query: string,
	cursor?: string,
): Promise<Page> {
	const reader = readerFor(context);
	const reading = fetchPage(reader, requestFor(url, { query: query.trim() }), cursor, PICKER_SIZE);
	return (await withTimeoutError(context, reading)).page;
}

const isShown = (value: unknown): value is string | number =>
	(typeof value === 'string' || typeof value === 'number') && !isEmpty(value);

/**
 * "Ada Lovelace (ada@acme.com)", with the ID where the service gives no name.
 *
 * @returns no entry for a record that has no ID to choose it by
 */
function entries(id: unknown, name: unknown, detail?: unknown): Entry[] {
	if (!isShown(id)) return [];
	const label = isShown(name) ? String(name) : String(id);
	return [{ name: isShown(detail) ? `${label} (${detail})` : label, value: String(id) }];
}

const MORE_PAGES = entries(MORE_RESULTS_VALUE, 'There are more pages: type to search for one');

/**
 * The part of the path that names a record chosen in another field of the form.
 *
 * @throws NodeOperationError if none is chosen, or only by an expression that has no value yet
 */
function chosenIn(context: ILoadOptionsFunctions, displayName: string, name: string): string {
	const chosen: unknown = context.getCurrentNodeParameter(name, { extractValue: true });
	const id = typeof chosen === 'string' ? chosen.trim() : chosen;
	const segment = toPathSegment(id);
	if (segment !== undefined && id !== MORE_RESULTS_VALUE) return segment;
	throw new NodeOperationError(context.getNode(), `Choose the ${displayName} first`, {
		description: `The list depends on the field '${displayName}'. If an expression sets it, choose By ID here.`,
	});
}

/**
 * The pages that match what the user typed, for the Page picker.
 *
 * The page search has no cursor (service interface, section 4.10), so there is no next page: where
 * there are more, the last entry says so.
 *
 * @throws NodeApiError as the operations do, like all of these; n8n shows it in the picker
 */
export async function searchPages(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const page = await readPage(this, '/v0/pages/search', filter);
	const results = page.records.flatMap(({ pageId, name }) => entries(pageId, name));
	return { results: isTruncated(page) ? [...results, ...MORE_PAGES] : results };
}

/** The people that match what the user typed, for the Person picker (service interface, section 4.8). */
export async function searchPersons(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { records, nextCursor } = await readPage(this, '/v0/persons/search', filter, paginationToken);
	return {
		results: records.flatMap(({ personId, name, email, domain }) =>
			entries(personId, name, isEmpty(email) ? domain : email),
		),
		paginationToken: nextCursor ?? undefined,
	};
}

/** Whether a label has what the user typed, where the service has no search. */
const matchesFilter = (filter: string) => (one: Entry) =>
	one.name.toLowerCase().includes(filter.trim().toLowerCase());

/**
 * The audiences of the chosen page, for the Audience picker (service interface, section 4.12). The
 * service does not search them: what the user typed is looked for here, page by page, until
 * something matches, or nobody should wait any longer. The token says where to go on.
 */
export async function searchAudiences(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const url = `/v0/pages/${chosenIn(this, 'Page', 'pageId')}/audiences`;
	const size = filter.trim() === '' ? PICKER_SIZE : DEFAULT_PAGE_SIZE;
	const reader = readerFor(this);
	let goOn = paginationToken;
	const search = async (): Promise<INodeListSearchResult> => {
		let pages = 0;
		for await (const page of iteratePages(reader, requestFor(url), () => size, paginationToken)) {
			const results = page.records
				.flatMap(({ audienceId, effectiveName, status }) => entries(audienceId, effectiveName, status))
				.filter(matchesFilter(filter));
			goOn = page.nextCursor ?? undefined;
			if (results.length > 0 || ++pages === MAX_PAGES) return { results, paginationToken: goOn };
		}
		return { results: [] };
	};
	const whatWasRead = (error: Error): INodeListSearchResult => {
		if (error instanceof RequestAbortedError && goOn !== paginationToken)
			return { results: [], paginationToken: goOn };
		throw error;
	};
	return await withTimeoutError(this, search().catch(whatWasRead));
}

/**
 * The messages of the chosen audience that have a snapshot, for the Message picker of Restore
 * (service interface, section 4.13).
 */
export async function searchMessages(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const page = chosenIn(this, 'Page', 'pageId');
	const audience = chosenIn(this, 'Audience', 'audienceId');
	const reader = readerFor(this);
	const request = requestFor(`/v0/pages/${page}/audiences/${audience}/messages`);
	const [answer] = await withTimeoutError(this, reader.makeRoutingRequest(request));
	const results = recordsNamed(reader, answer?.json, 'messages')
		.filter(({ hasSnapshot }) => hasSnapshot === true)
		.flatMap(({ messageId, role, content }) => {
			const text = [role, content].filter(isShown).join(': ');
			return entries(messageId, text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL)}…` : text);
		});
	return { results: results.filter(matchesFilter(filter)) };
}
