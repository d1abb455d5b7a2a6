import { NodeApiError, type IDataObject, type INode, type INodeExecutionData } from 'n8n-workflow';

import { contentHash } from '../shared/hash';
import { forEachInTurns, isTurnOver, nextTurn } from '../shared/turns';
import { isEmpty } from '../shared/values';
import { apiError, withoutRecord } from './errors';
import { withOptions, type RequestData, type RequestFlow } from './request';

/**
 * Records requested per page: the service's own default and maximum are not shown (service
 * interface, section 8).
 */
export const DEFAULT_PAGE_SIZE = 100;

/** Records that are read at most of a list without cursors. */
export const MAX_LISTED = 1000;

/**
 * A list may have empty pages, where a filter leaves nothing of them; with so many in a row, it has
 * no end.
 */
const MAX_PAGES_WITHOUT_NEW_RECORD = 100;

export interface ListReader {
	getNode(): INode;
	makeRoutingRequest(requestData: RequestData): Promise<INodeExecutionData[]>;
}

export interface ListPage {
	records: IDataObject[];
	totalCount?: number;
	/** The cursor of this page; undefined for the first one. */
	cursor?: string;
	/** The cursor of the next page, if there is one and the service gives it. */
	nextCursor?: string;
	hasMore: boolean;
}

/**
 * What a response says of the list beyond its records (service interface, section 4, paging
 * convention).
 */
export function pageInfo(response: IDataObject): Omit<ListPage, 'records' | 'cursor'> {
	const next = response.nextCursor ?? '';
	const hasMore = typeof response.hasMore === 'boolean' ? response.hasMore : next !== '';
	const isCursor = hasMore && next !== '' && ['string', 'number'].includes(typeof next);
	const count = Number.isSafeInteger(response.totalCount) ? (response.totalCount as number) : -1;
	return {
		totalCount: count >= 0 ? count : undefined,
		nextCursor: isCursor ? String(next as string | number) : undefined,
		hasMore,
	};
}

/**
 * Whether a list without cursors has more records than its one page (service interface, section
 * 4.10).
 */
export const isTruncated = ({ records, hasMore, totalCount = 0 }: ListPage): boolean =>
	hasMore || totalCount > records.length;

const incomplete = (reader: ListReader, message: string): NodeApiError =>
	apiError(reader.getNode(), {
		message,
		advice: 'Try again later',
		description: 'No items are returned, so that you never work with part of a list unknowingly.',
	});

/** An object without anything in it is no record of any kind: it would be a row of nulls. */
const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' &&
	value !== null &&
	!Array.isArray(value) &&
	Object.keys(value).length > 0;

/**
 * @throws NodeApiError if the response has no list of that name, or one with something else than
 * records
 */
async function recordsIn(reader: ListReader, response: IDataObject = {}, name: string) {
	const list: unknown = response[name];
	if (!Array.isArray(list))
		throw apiError(reader.getNode(), {
			message: `The service did not return a list of ${name}`,
			advice: 'Check the Base URL in the credential',
		});
	for (const [index, record] of list.entries()) {
		if (isTurnOver()) await nextTurn();
		if (isRecord(record)) continue;
		throw incomplete(
			reader,
			`The service returned something other than a record at ${name}[${index}]`,
		);
	}
	return list as IDataObject[];
}

async function requestPage(
	reader: ListReader,
	requestData: RequestData,
	position: { cursor?: string; limit?: number },
): Promise<ListPage> {
	const request = withOptions(requestData, { qs: { ...requestData.options.qs, ...position } });
	const [response] = await reader.makeRoutingRequest(request);
	const json = response?.json ?? {};
	return {
		records: await recordsIn(reader, json, 'items'),
		cursor: position.cursor,
		...pageInfo(json),
	};
}

/**
 * The page at a cursor, with the first of these limits that the service accepts, or none (service
 * interface, section 8).
 */
export async function fetchPage(
	reader: ListReader,
	requestData: RequestData,
	cursor: string | undefined,
	...limits: number[]
): Promise<{ page: ListPage; takesLimit: boolean }> {
	const position = cursor === undefined ? {} : { cursor };
	for (const limit of limits) {
		const requested = requestPage(reader, requestData, { ...position, limit });
		const page = await requested.catch((error: Error) => {
			// A 400 or 422 may be about the limit.
			if (!(error instanceof NodeApiError) || !['400', '422'].includes(String(error.httpCode)))
				throw error;
			return undefined;
		});
		if (page) return { page, takesLimit: true };
	}
	return { page: await requestPage(reader, requestData, position), takesLimit: false };
}

/**
 * So many records of a list without cursors, or as many as one response has (service interface,
 * section 4.10).
 */
export async function firstPage(reader: ListReader, requestData: RequestData, size = MAX_LISTED) {
	const smaller = [MAX_LISTED, 500, 200, DEFAULT_PAGE_SIZE].filter((limit) => limit < size);
	return (await fetchPage(reader, requestData, undefined, size, ...smaller)).page;
}

/**
 * The records of a list that comes whole, in one response, under this name. Throws if they are not
 * there.
 */
export async function fetchWholeList(reader: ListReader, requestData: RequestData, name: string) {
	const [response] = await reader.makeRoutingRequest(requestData);
	return await recordsIn(reader, response?.json, name);
}

/**
 * One request for what is neither record nor list, and always has this field: a NodeApiError if it
 * is not there.
 */
export const requestFor = (field: string): RequestFlow =>
	async function (requestData) {
		const responses = await this.makeRoutingRequest(requestData);
		if (isEmpty(responses[0]?.json[field])) throw apiError(this.getNode(), withoutRecord());
		return responses;
	};

/**
 * The pages of a list with cursors, from the one at `from` on, each requested when it is asked for
 * (service interface, section 4, paging convention). The filters are sent with every page; the
 * limit, which is `size()`, until the service refuses one.
 * @throws NodeApiError if the service repeats a cursor, promises more and gives no cursor, or gives
 * ever new cursors but no new records
 */
export async function* iteratePages(
	reader: ListReader,
	requestData: RequestData,
	size: () => number,
	from?: string,
): AsyncGenerator<ListPage> {
	const cannotGoOn = (reason: string) =>
		incomplete(reader, `The list could not be read completely: the service ${reason}`);
	const visited = new Set<string | undefined>();
	// The first record of a page stands for all of them: each can come first only once more.
	const firstRecords = new Set<string>();
	let pagesWithoutNewRecord = 0;
	let takesLimit = true;
	for (let cursor = from; ; ) {
		visited.add(cursor);
		const fetched = await fetchPage(reader, requestData, cursor, ...(takesLimit ? [size()] : []));
		takesLimit = fetched.takesLimit;
		const { page } = fetched;
		yield page;
		if (!page.hasMore) return;
		cursor = page.nextCursor;
		if (cursor === undefined) throw cannotGoOn('reported more results but gave no cursor');
		if (visited.has(cursor)) throw cannotGoOn('returned the same cursor twice');

		const known = firstRecords.size;
		firstRecords.add(contentHash(page.records[0]));
		pagesWithoutNewRecord = firstRecords.size > known ? 0 : pagesWithoutNewRecord + 1;
		if (pagesWithoutNewRecord === MAX_PAGES_WITHOUT_NEW_RECORD)
			throw cannotGoOn(
				`returned ${MAX_PAGES_WITHOUT_NEW_RECORD} pages in a row without a new record`,
			);
	}
}

interface ListOptions {
	limit?: number;
	pageSize?: number;
	/** The field that identifies a record: one that comes twice is kept once, as it came last. */
	idField: string;
	select?: (record: IDataObject) => IDataObject;
}

/**
 * `limit` records without a request too many, or all; the greatest count of the pages read, and the
 * first.
 */
export async function readList(
	reader: ListReader,
	requestData: RequestData,
	{
		limit = Infinity,
		pageSize = DEFAULT_PAGE_SIZE,
		idField,
		select = (record) => record,
	}: ListOptions,
) {
	const records = new Map<unknown, IDataObject>();
	const keyOf = (record: IDataObject): unknown => {
		const id = record[idField];
		return typeof id === 'string' && id !== '' ? id : record;
	};
	const size = () => Math.min(pageSize, limit - records.size);
	let hasMore: boolean | undefined;
	let totalCount = 0;
	let initialTotalCount: number | undefined;
	for await (const page of iteratePages(reader, requestData, size)) {
		await forEachInTurns(page.records, (record) => records.set(keyOf(record), select(record)));
		totalCount = Math.max(totalCount, page.totalCount ?? 0);
		initialTotalCount ??= page.totalCount;
		hasMore = page.hasMore || records.size > limit;
		if (records.size >= limit) break;
	}
	const read = [...records.values()].slice(0, limit);
	return { records: read, hasMore, totalCount, initialTotalCount: initialTotalCount ?? 0 };
}
