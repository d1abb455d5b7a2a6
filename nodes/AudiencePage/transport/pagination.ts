import { NodeApiError, type IDataObject, type INode, type INodeExecutionData } from 'n8n-workflow';

import { yieldToEventLoop } from '../shared/eventLoop';
import { apiError, TRY_LATER } from './errors';
import { withOptions, type RequestData, type RequestFlow } from './request';

/**
 * Records requested per page: the service's own default and maximum are not shown (service
 * interface, section 8).
 */
export const PAGE_SIZE = 100;

/** Records that are read at most of a list without cursors. */
export const MAX_LISTED = 1000;

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
		advice: TRY_LATER,
		description: 'No items are returned, so that you never work with part of a list unknowingly.',
	});

/** An object without anything in it is no record of any kind: it would be a row of nulls. */
const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' &&
	value !== null &&
	!Array.isArray(value) &&
	Object.keys(value).length > 0;

/**
 * The response to a request for a list of this name, and its records.
 * @throws NodeApiError if it has no such list, or one with something else than records
 */
async function requestList(reader: ListReader, requestData: RequestData, name: string) {
	const [output] = await reader.makeRoutingRequest({ ...requestData, field: name });
	const response = output?.json ?? {};
	const list: unknown = response[name];
	if (!Array.isArray(list))
		throw incomplete(reader, `The service returned something other than a list of ${name}`);
	const stranger = list.findIndex((value) => !isRecord(value));
	if (stranger >= 0)
		throw incomplete(
			reader,
			`The service returned something other than a record at ${name}[${stranger}]`,
		);
	await yieldToEventLoop();
	return { response, records: list as IDataObject[] };
}

async function requestPage(
	reader: ListReader,
	requestData: RequestData,
	position: { cursor?: string; limit?: number },
): Promise<ListPage> {
	const request = withOptions(requestData, { qs: { ...requestData.options.qs, ...position } });
	const { response, records } = await requestList(reader, request, 'items');
	return { records, cursor: position.cursor, ...pageInfo(response) };
}

/** Whether the service has refused a request, perhaps for its limit. */
const isRefused = (error: Error): boolean =>
	error instanceof NodeApiError && ['400', '422'].includes(String(error.httpCode));

/**
 * The page at a cursor, or the first one, with this limit, or without one if the service refuses it
 * (service interface, section 8).
 */
export async function fetchPage(
	reader: ListReader,
	requestData: RequestData,
	cursor: string | undefined,
	limit: number | undefined,
): Promise<{ page: ListPage; takesLimit: boolean }> {
	const position = cursor === undefined ? {} : { cursor };
	const withoutLimit = async () => ({
		page: await requestPage(reader, requestData, position),
		takesLimit: false,
	});
	if (limit === undefined) return await withoutLimit();
	const requested = requestPage(reader, requestData, { ...position, limit });
	return await requested.then(
		(page) => ({ page, takesLimit: true }),
		async (error: Error) => {
			if (!isRefused(error)) throw error;
			return await withoutLimit();
		},
	);
}

/**
 * So many records of a list without cursors, or as many as one response has (service interface,
 * section 4.10).
 */
export async function firstPage(reader: ListReader, requestData: RequestData, size = MAX_LISTED) {
	return (await fetchPage(reader, requestData, undefined, size)).page;
}

/**
 * The records of a list that comes whole, in one response, under this name. Throws if they are not
 * there.
 */
export const fetchWholeList = async (reader: ListReader, requestData: RequestData, name: string) =>
	(await requestList(reader, requestData, name)).records;

/**
 * One request for what is neither record nor list, and always has this field: a NodeApiError if it
 * is not there.
 */
export const requestFor = (field: string): RequestFlow =>
	async function (requestData) {
		const request: RequestData = { ...requestData, field };
		return await this.makeRoutingRequest(request);
	};

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
		const fetched = await fetchPage(reader, requestData, cursor, takesLimit ? size() : undefined);
		takesLimit = fetched.takesLimit;
		const { page } = fetched;
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
 * `limit` records without a request too many, or all; the greatest count of the pages read, and the
 * first.
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
	let hasMore: boolean | undefined;
	let totalCount = 0;
	let initialTotalCount: number | undefined;
	for await (const page of iteratePages(reader, requestData, size)) {
		for (const record of page.records) records.set(keyOf(record), select(record));
		totalCount = Math.max(totalCount, page.totalCount ?? 0);
		initialTotalCount ??= page.totalCount;
		hasMore = page.hasMore || records.size > limit;
		if (records.size >= limit) break;
	}
	const read = [...records.values()].slice(0, limit);
	return { records: read, hasMore, totalCount, initialTotalCount: initialTotalCount ?? 0 };
}
