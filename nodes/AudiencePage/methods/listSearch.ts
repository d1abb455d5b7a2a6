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
import { ApiClient } from '../transport/apiClient';
import { apiError } from '../transport/errors';
import {
	PAGE_SIZE,
	firstPage,
	fetchPage,
	fetchWholeList,
	iteratePages,
	type ListReader,
} from '../transport/pagination';
import { RequestAbortedError } from '../transport/pendingRequest';
import type { RequestData } from '../transport/request';

/** Somebody waits for a picker to open: requests are aborted after so many milliseconds. */
const MAX_WAIT = 10_000;
type Context = ILoadOptionsFunctions;
type Found = INodeListSearchResult;
type Entry = Found['results'][number];

const listRequest = (url: string, qs: IDataObject = {}): RequestData => ({
	options: { method: 'GET', url, qs: omitEmpty(qs) },
	preSend: [],
	postReceive: [],
});

/**
 * @throws NodeApiError as operations do, which n8n shows in the picker; also if time is up before
 * anything is read
 */
async function read<T>(context: Context, run: (reader: ListReader) => Promise<T>): Promise<T> {
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
 * As a segment of a path. Throws NodeOperationError if no ID is chosen, or by an expression that
 * has no value yet.
 */
function chosenId(context: Context, displayName: string, name: string): string {
	// By `extractValue`, n8n looks for a field that the form shows, and an AI gives no more of the
	// form than this.
	const parameter: unknown = context.getCurrentNodeParameter(name);
	const chosen = isResourceLocatorValue(parameter) ? parameter.value : parameter;
	const id = typeof chosen === 'string' ? chosen.trim() : chosen;
	const segment = toPathSegment(id);
	if (segment !== undefined && !(typeof id === 'string' && id.startsWith('='))) return segment;
	throw new NodeOperationError(context.getNode(), `Choose the ${displayName} first`, {
		description: `This list depends on ${displayName}. If an expression sets ${displayName}, choose By ID here.`,
	});
}

/** A picker opens after so many list pages, whatever they hold. */
const MAX_PAGES = 10;

/**
 * As many pages as the service gives at once: its search has no cursor (service interface, section
 * 4.10).
 */
export async function searchPages(this: Context, filter = ''): Promise<Found> {
	const request = listRequest('/v0/pages/search', { query: filter.trim() });
	const { records } = await read(this, async (reader) => await firstPage(reader, request));
	return {
		results: records.flatMap(({ pageId, name }) => entriesOf(pageId, name)),
	};
}

export async function searchPersons(
	this: Context,
	filter = '',
	paginationToken?: string,
): Promise<Found> {
	const request = listRequest('/v0/persons/search', { query: filter.trim() });
	// An AI may leave the token empty in place of leaving it out.
	const from = paginationToken || undefined;
	const { page } = await read(
		this,
		async (reader) => await fetchPage(reader, request, from, PAGE_SIZE),
	);
	const { records, nextCursor } = page;
	const results = records.flatMap(({ personId, name, email, domain }) =>
		entriesOf(personId, name, isEmpty(email) ? domain : email),
	);
	return { results, paginationToken: nextCursor };
}

/**
 * The audiences of the chosen page (section 4.12), filtered here page by page until one matches, or
 * time is up.
 */
export async function searchAudiences(
	this: Context,
	filter = '',
	paginationToken?: string,
): Promise<Found> {
	const request = listRequest(`/v0/pages/${chosenId(this, 'Page', 'pageId')}/audiences`);
	const from = paginationToken || undefined;
	let nextCursor = from;
	let results: Entry[] = [];
	const search = async (reader: ListReader): Promise<void> => {
		let pages = 0;
		for await (const page of iteratePages(reader, request, undefined, from)) {
			const entries = page.records.flatMap(({ audienceId, effectiveName, status }) =>
				entriesOf(audienceId, effectiveName, status),
			);
			results = matching(filter, entries);
			nextCursor = page.nextCursor;
			if (results.length > 0 || ++pages === MAX_PAGES) return;
		}
	};
	await read(this, async (reader) => {
		await search(reader).catch((error: Error) => {
			if (nextCursor === from || !(error instanceof RequestAbortedError)) throw error;
		});
	});
	return { results, paginationToken: nextCursor };
}

/** The messages that have a snapshot (service interface, section 4.13). */
export async function searchMessages(this: Context, filter = ''): Promise<Found> {
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
		const at = parseDateTime(timestamp, zone, 'start')?.setZone(zone).toFormat('yyyy-MM-dd HH:mm');
		return entriesOf(messageId, `${n + 1}. ${[at, role, content].filter(isShowable).join(': ')}`);
	});
	const results = matching(filter, entries);
	return {
		results: results.map((entry) => ({ ...entry, name: shortened(entry.name) })),
	};
}
