import { NodeApiError, type IDataObject, type INode, type INodeExecutionData } from 'n8n-workflow';

import { yieldToEventLoop } from '../shared/eventLoop';
import { isEmpty, isJsonObject, omitEmpty } from '../shared/values';
import { apiError, TRY_LATER } from './errors';
import { withOptions, type RequestData } from './request';

/**
 * Records requested per page: the service's own default and maximum are not shown (service
 * interface, section 8).
 */
export const PAGE_SIZE = 100;

/** Records that are read at most of a list without cursors. */
const MAX_LISTED = 1000;

/** Who reads a list: n8n's context of an operation, or a picker. */
export interface ListReader {
	getNode(): INode;
	makeRoutingRequest(requestData: RequestData): Promise<INodeExecutionData[]>;
}

interface Position {
	/** The cursor of this page; undefined for the first one. */
	cursor?: string;
	/** How many records were asked for; undefined if the service has refused a limit. */
	limit?: number;
}

export interface ListPage extends Position {
	records: IDataObject[];
	totalCount?: number;
	/** The cursor of the next page, if there is one and the service gives it. */
	nextCursor?: string;
	hasMore: boolean;
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
		advice: TRY_LATER,
		description: 'No items are returned, so that you never work with part of a list unknowingly.',
	});

/** An object without anything in it is no record of any kind: it would be a row of nulls. */
const isRecord = (value: unknown): boolean => isJsonObject(value) && Object.keys(value).length > 0;

/** The response to a request for a list of this name, and its records. */
async function requestList(reader: ListReader, requestData: RequestData, name: string) {
	const [output] = await reader.makeRoutingRequest({ ...requestData, field: name });
	const response = output?.json ?? {};
	const list: unknown = response[name];
	if (!Array.isArray(list))
		throw incomplete(reader, `The service returned something other than a list of ${name}`);
	const index = list.findIndex((value) => !isRecord(value));
	if (index >= 0)
		throw incomplete(
			reader,
			`The service returned something other than a record at ${name}[${index}]`,
		);
	await yieldToEventLoop();
	return { response, records: list as IDataObject[] };
}

/** A page as the paging convention has it (service interface, section 4). */
async function requestPage(
	reader: ListReader,
	requestData: RequestData,
	position: Position,
): Promise<ListPage> {
	const qs = { ...requestData.options.qs, ...omitEmpty({ ...position }) };
	const request = withOptions(requestData, { qs });
	const { response, records } = await requestList(reader, request, 'items');
	const { totalCount } = response;
	const nextCursor = isEmpty(response.nextCursor)
		? undefined
		: String(response.nextCursor as string);
	const hasMore = Boolean(response.hasMore ?? nextCursor);
	return {
		...position,
		records,
		totalCount: typeof totalCount === 'number' ? totalCount : undefined,
		nextCursor: hasMore ? nextCursor : undefined,
		hasMore,
	};
}

/** Whether the service has refused a request, perhaps for its limit. */
const isRefused = (error: Error): boolean =>
	error instanceof NodeApiError && ['400', '422'].includes(String(error.httpCode));

/**
 * The page at a cursor, or the first one, with this limit, or without one if the service refuses it
 * (service interface, section 8).
 * @throws NodeApiError if the response has no list of records
 */
export async function fetchPage(
	reader: ListReader,
	requestData: RequestData,
	{ cursor, limit }: Position,
): Promise<ListPage> {
	return await requestPage(reader, requestData, { cursor, limit }).catch(async (error: Error) => {
		if (limit === undefined || !isRefused(error)) throw error;
		return await requestPage(reader, requestData, { cursor });
	});
}

/**
 * So many records of a list without cursors, or as many as one response has (service interface,
 * section 4.10).
 */
export async function firstPage(reader: ListReader, requestData: RequestData, limit = MAX_LISTED) {
	return await fetchPage(reader, requestData, { limit });
}

/**
 * The records of a list that comes whole, in one response, under this name; a NodeApiError if they
 * are not there.
 */
export const fetchWholeList = async (reader: ListReader, requestData: RequestData, name: string) =>
	(await requestList(reader, requestData, name)).records;

/**
 * The pages of a list with cursors, from the one at `from` on, each requested when it is asked for
 * (service interface, section 4, paging convention). The filters are sent with every page; the
 * limit, which is `size()`, until the service refuses one.
 * @throws NodeApiError if the service repeats a cursor, or promises more and gives no cursor
 */
export async function* iteratePages(
	reader: ListReader,
	requestData: RequestData,
	size: () => number = () => PAGE_SIZE,
	from?: string,
): AsyncGenerator<ListPage> {
	const cannotGoOn = (reason: string) =>
		incomplete(reader, `The list could not be read completely: the service ${reason}`);
	const visited = new Set<string | undefined>();
	let takesLimit = true;
	for (let cursor = from; ; ) {
		visited.add(cursor);
		const limit = takesLimit ? size() : undefined;
		const page = await fetchPage(reader, requestData, { cursor, limit });
		takesLimit = page.limit !== undefined;
		yield page;
		if (!page.hasMore) return;
		cursor = page.nextCursor;
		if (cursor === undefined) throw cannotGoOn('reported more results but gave no cursor');
		if (visited.has(cursor)) throw cannotGoOn('returned the same cursor twice');
	}
}

interface ListOptions {
	limit?: number;
	/** The field that identifies a record: one that comes twice is kept once, as it came last. */
	idField: string;
	select?: (record: IDataObject) => IDataObject;
}

/**
 * `limit` records without a request too many, or all; and what the list counted when the reading
 * began, 0 if it does not say.
 */
export async function readList(
	reader: ListReader,
	requestData: RequestData,
	{ limit = Infinity, idField, select = (record) => record }: ListOptions,
) {
	const records = new Map<unknown, IDataObject>();
	const keyOf = (record: IDataObject): unknown => {
		const id = record[idField];
		return typeof id === 'string' && id !== '' ? id : record;
	};
	const size = () => Math.min(PAGE_SIZE, limit - records.size);
	let hasMore = false;
	let totalCount: number | undefined;
	for await (const page of iteratePages(reader, requestData, size)) {
		for (const record of page.records) records.set(keyOf(record), select(record));
		totalCount ??= page.totalCount;
		hasMore = page.hasMore || records.size > limit;
		if (records.size >= limit) break;
	}
	const firstRecords = [...records.values()].slice(0, limit);
	return { records: firstRecords, hasMore, totalCount: totalCount ?? 0 };
}
