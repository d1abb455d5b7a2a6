import {
	NodeApiError,
	type IDataObject,
	type IExecutePaginationFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { apiError } from './errors';
import { addHint } from '../shared/hint';
import { isTrue } from '../shared/values';
import { isTruncated, nextPage, pageInfo, type Page } from './nextPage';
import type { RequestFlow, RequestData } from './request';
import { parseInteger } from '../fields/integerField';

/** Items asked for at once: the service's own default and maximum are not shown (section 8). */
export const DEFAULT_PAGE_SIZE = 100;

/** What Limit is where the user left it empty: its default on the form. */
const DEFAULT_LIMIT = 50;

/** What a list is read with: n8n's context of an operation, or as much of it as a picker has. */
export interface ListReader {
	getNode(): INode;
	makeRoutingRequest(requestData: RequestData): Promise<INodeExecutionData[]>;
}

function limitOf(context: IExecutePaginationFunctions): number {
	if (isTrue(context.getNodeParameter('returnAll', false))) return Infinity;
	const bounds = { min: 1, whenEmpty: DEFAULT_LIMIT };
	return parseInteger(context, 'Limit', context.getNodeParameter('limit', ''), bounds);
}

function incompleteListError(reader: ListReader, whatIsWrong: string): NodeApiError {
	return apiError(reader.getNode(), {
		message: `The list could not be read completely: ${whatIsWrong}`,
		advice: 'Try again later',
		description: 'No items are returned, so that you never work with part of a list unknowingly.',
	});
}

const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws NodeApiError if the answer has no list of that name, or one with something else than records */
export function recordsNamed(reader: ListReader, answer: IDataObject = {}, name: string): IDataObject[] {
	const list: unknown = answer[name];
	if (!Array.isArray(list)) {
		throw apiError(reader.getNode(), { message: `The service did not return a list of ${name}` });
	}
	const broken = list.findIndex((record) => !isRecord(record));
	if (broken === -1) return list as IDataObject[];
	throw apiError(reader.getNode(), {
		message: `The service returned something other than a record at ${name}[${broken}]`,
		description: 'No items are returned, so that you never work with part of a list unknowingly.',
	});
}

async function requestPage(
	reader: ListReader,
	requestData: RequestData,
	place: { cursor?: string; limit?: number },
): Promise<Page> {
	const qs = { ...requestData.options.qs, ...place };
	const [answer] = await reader.makeRoutingRequest({
		...requestData,
		options: { ...requestData.options, qs },
	});
	const records = recordsNamed(reader, answer?.json, 'items');
	return { records, cursor: place.cursor, ...pageInfo(answer?.json ?? {}) };
}

/**
 * The page at a cursor, or the first one, with the first of these limits that the service takes, and
 * with none if it refuses all: the greatest one is not shown (section 8).
 *
 * @throws NodeApiError as the request without a limit does: what is wrong then is not the limit
 */
export async function fetchPage(
	reader: ListReader,
	requestData: RequestData,
	cursor: string | undefined,
	...limits: number[]
): Promise<{ page: Page; takesLimit: boolean }> {
	const place = cursor === undefined ? {} : { cursor };
	for (const limit of limits) {
		const page = await requestPage(reader, requestData, { ...place, limit }).catch(undefinedIfLimitRefused);
		if (page) return { page, takesLimit: true };
	}
	return { page: await requestPage(reader, requestData, place), takesLimit: false };
}

/** For a page with a `limit` that the service may refuse: it is asked for again, without. */
function undefinedIfLimitRefused(error: Error): undefined {
	const isRefused = error instanceof NodeApiError && ['400', '422'].includes(String(error.httpCode));
	if (!isRefused) throw error;
}

const asItems = (records: IDataObject[]): INodeExecutionData[] => records.map((json) => ({ json }));

/**
 * The pages of a list with cursors, each read when it is asked for (service interface, section 4,
 * paging convention). The filters go with every page; no limit does after one that is refused.
 *
 * @param size how many records the next page is to have
 * @param from the cursor to begin at, in place of the beginning
 * @throws NodeApiError if the service repeats a cursor, or promises more and gives no cursor
 */
export async function* iteratePages(
	reader: ListReader,
	requestData: RequestData,
	size: () => number,
	from?: string,
): AsyncGenerator<Page> {
	const cursors = new Set<unknown>();
	let cursor = from;
	let takesLimit = true;
	do {
		cursors.add(cursor);
		const read = await fetchPage(reader, requestData, cursor, ...(takesLimit ? [size()] : []));
		takesLimit = read.takesLimit;
		yield read.page;
		const next = nextPage(read.page, cursors);
		if (next.broken !== undefined) throw incompleteListError(reader, next.broken);
		cursor = next.cursor;
	} while (cursor !== undefined);
}

/** What is read of a list. */
interface ListResult {
	records: IDataObject[];
	/** Whether the list has more records than these. */
	hasMore: boolean;
	/** How many records the list has had while it was read, at most; 0 if the service does not tell. */
	totalCount: number;
	/** How many it has had by the first page that tells: so many were there when it began to be read. */
	countAtFirst: number;
}

/** How a list is read. */
interface ListOptions {
	limit?: number;
	pageSize?: number;
	/** The field that tells records apart: one that comes twice is given once, as it came last. */
	idField?: string;
}

/**
 * Reads a list with cursors (see `pagesOf`): `limit` records and no request more, or the whole list.
 * A list that changes while it is read can have a record on two pages.
 */
export async function readList(
	reader: ListReader,
	requestData: RequestData,
	{ limit = Infinity, pageSize = DEFAULT_PAGE_SIZE, idField }: ListOptions = {},
): Promise<ListResult> {
	const records = new Map<unknown, IDataObject>();
	const keyOf = (record: IDataObject): unknown => {
		const id = idField === undefined ? undefined : record[idField];
		return typeof id === 'string' && id !== '' ? id : record;
	};
	const size = () => Math.min(pageSize, limit - records.size);
	let hasMore = false;
	let totalCount = 0;
	let countAtFirst: number | undefined;
	for await (const page of iteratePages(reader, requestData, size)) {
		for (const record of page.records) records.set(keyOf(record), record);
		totalCount = Math.max(totalCount, page.totalCount ?? 0);
		countAtFirst ??= page.totalCount ?? undefined;
		hasMore = page.hasMore || records.size > limit;
		if (records.size >= limit) break;
	}
	const read = [...records.values()].slice(0, limit);
	return { records: read, hasMore, totalCount, countAtFirst: countAtFirst ?? 0 };
}

/**
 * Reads a list with cursors as Limit, Return All and Page Size say (see `readList`).
 *
 * @param idField see `ListOptions`
 */
export const paginated = (idField: string): RequestFlow =>
	async function (requestData) {
		const bounds = { min: 1, whenEmpty: DEFAULT_PAGE_SIZE };
		const pageSize = parseInteger(this, 'Page Size', this.getNodeParameter('options.pageSize', ''), bounds);
		const options = { limit: limitOf(this), pageSize, idField };
		const { records, hasMore, totalCount } = await readList(this, requestData, options);
		if (hasMore) {
			addHint(this, 'More results exist. Raise Limit or turn on Return All.');
		} else if (totalCount > records.length) {
			addHint(
				this,
				`The service counts ${totalCount} results but listed ${records.length}. Some may be missing, or were removed during the run.`,
			);
		}
		return asItems(records);
	};

/** Reads a list that has no cursor: one request for the whole Limit (service interface, section 4.10). */
export const singlePage: RequestFlow = async function (requestData) {
	const limit = limitOf(this);
	const { page } = await fetchPage(this, requestData, undefined, limit);
	const { records } = page;
	if (records.length > limit || isTruncated(page)) {
		addHint(
			this,
			'More pages exist, but the service lists them only once per search. Raise Limit or narrow the list down with Search.',
		);
	}
	return asItems(records.slice(0, limit));
};

/** Reads a list that comes whole, in one answer, under this name. */
export const wholeList = (name: string): RequestFlow =>
	async function (requestData) {
		const [answer] = await this.makeRoutingRequest(requestData);
		return asItems(recordsNamed(this, answer?.json, name));
	};
