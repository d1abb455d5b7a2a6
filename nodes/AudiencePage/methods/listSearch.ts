import {
	isResourceLocatorValue,
	NodeOperationError,
	type IDataObject,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { parseDateTime } from '../fields/dates';
import { toPathSegment } from '../fields/text';
import { isEmpty, omitEmpty } from '../shared/values';
import { shortened } from '../shared/words';
import { ApiClient, RequestAbortedError } from '../transport/apiClient';
import { apiError } from '../transport/errors';
import {
	PAGE_SIZE,
	firstPage,
	fetchPage,
	fetchWholeList,
	readList,
	type ListReader,
} from '../transport/pagination';
import type { RequestData } from '../transport/request';

/** Somebody waits for a picker to open: requests are aborted after so many milliseconds. */
const MAX_WAIT = 10_000;
type Entry = INodeListSearchResult['results'][number];

const listRequest = (url: string, qs: IDataObject = {}): RequestData => ({
	options: { method: 'GET', url, qs: omitEmpty(qs) },
	preSend: [],
	postReceive: [],
});

/** @throws NodeApiError as operations do, which n8n shows in the picker; also if time is up */
async function read<T>(
	context: ILoadOptionsFunctions,
	run: (reader: ListReader) => Promise<T>,
): Promise<T> {
	const client = new ApiClient({ timeLimit: MAX_WAIT });
	const reader: ListReader = {
		getNode: () => context.getNode(),
		makeRoutingRequest: async ({ options, field }) => [
			{ json: await client.send(context, options as IHttpRequestOptions, { field }) },
		],
	};
	return await run(reader).catch((error: Error) => {
		if (!(error instanceof RequestAbortedError)) throw error;
		throw apiError(context.getNode(), {
			message: `The service gave no list within ${MAX_WAIT / 1000} seconds`,
			advice: 'It may be busy. Open the list again later, or choose By ID',
		});
	});
}

const isShowable = (value: unknown): value is string | number =>
	(typeof value === 'string' || typeof value === 'number') && !isEmpty(value);

/**
 * Such as "Ada Lovelace (ada@acme.com)", with the ID in place of a missing name; none for a record
 * without an ID.
 */
function entriesOf(id: unknown, name: unknown, detail?: unknown): Entry[] {
	if (!isShowable(id)) return [];
	const label = isShowable(name) ? String(name) : String(id);
	return [{ name: isShowable(detail) ? `${label} (${detail})` : label, value: String(id) }];
}

const matching = (filter: string, entries: Entry[]): Entry[] =>
	entries.filter(({ name, value }) =>
		[name, value].some((text) => String(text).toLowerCase().includes(filter.trim().toLowerCase())),
	);

/**
 * The ID that another field of the form has, as a segment of a path. NodeOperationError if it has
 * none, or an expression, which has no value yet.
 */
function chosenId(context: ILoadOptionsFunctions, displayName: string, name: string): string {
	const parameter: unknown = context.getCurrentNodeParameter(name);
	const chosen = isResourceLocatorValue(parameter) ? parameter.value : parameter;
	const id = typeof chosen === 'string' ? chosen.trim() : chosen;
	const isExpression = typeof id === 'string' && id.startsWith('=');
	const segment = toPathSegment(id);
	if (segment !== undefined && !isExpression) return segment;
	throw new NodeOperationError(context.getNode(), `Choose the ${displayName} first`, {
		description: `This list depends on ${displayName}. If an expression sets ${displayName}, choose By ID here.`,
	});
}

/** One page of a list with cursors. */
const readPage = async (context: ILoadOptionsFunctions, request: RequestData, cursor?: string) =>
	await read(context, async (reader) => {
		return await fetchPage(reader, request, { cursor, limit: PAGE_SIZE });
	});

/**
 * As many pages as the service gives at once: its search has no cursor (service interface, section
 * 4.10).
 */
export async function searchPages(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const request = listRequest('/v0/pages/search', { query: filter.trim() });
	const { records } = await read(this, async (reader) => await firstPage(reader, request));
	return { results: records.flatMap(({ pageId, name }) => entriesOf(pageId, name)) };
}

/** The people that the service's search finds (service interface, section 4.8). */
export async function searchPersons(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const request = listRequest('/v0/persons/search', { query: filter.trim() });
	const { records, nextCursor } = await readPage(this, request, paginationToken);
	const results = records.flatMap(({ personId, name, email, domain }) =>
		entriesOf(personId, name, isEmpty(email) ? domain : email),
	);
	return { results, paginationToken: nextCursor };
}

const audienceEntries = (records: IDataObject[]): Entry[] =>
	records.flatMap(({ audienceId, effectiveName, status }) =>
		entriesOf(audienceId, effectiveName, status),
	);

/**
 * The audiences of the chosen page (service interface, section 4.12), which the service does not
 * filter: with a filter, all are read.
 */
export async function searchAudiences(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const request = listRequest(`/v0/pages/${chosenId(this, 'Page', 'pageId')}/audiences`);
	if (isEmpty(filter)) {
		const { records, nextCursor } = await readPage(this, request, paginationToken);
		return { results: audienceEntries(records), paginationToken: nextCursor };
	}
	const { records } = await read(
		this,
		async (reader) => await readList(reader, request, { idField: 'audienceId' }),
	);
	return { results: matching(filter, audienceEntries(records)) };
}

/** The messages that have a snapshot (service interface, section 4.13). */
export async function searchMessages(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const page = chosenId(this, 'Page', 'pageId');
	const audience = chosenId(this, 'Audience', 'audienceId');
	const request = listRequest(`/v0/pages/${page}/audiences/${audience}/messages`);
	const messages = await read(
		this,
		async (reader) => await fetchWholeList(reader, request, 'messages'),
	);
	const zone = this.getTimezone();
	// Two messages may say the same: the number and the time tell them apart.
	const entries = messages.flatMap(({ messageId, role, content, timestamp, hasSnapshot }, n) => {
		if (hasSnapshot !== true) return [];
		const time = parseDateTime(timestamp, zone)?.setZone(zone).toFormat('yyyy-MM-dd HH:mm');
		return entriesOf(messageId, `${n + 1}. ${[time, role, content].filter(isShowable).join(': ')}`);
	});
	return {
		results: matching(filter, entries).map((entry) => ({ ...entry, name: shortened(entry.name) })),
	};
}
