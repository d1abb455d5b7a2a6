import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
	NodeApiError,
	PostReceiveAction,
} from 'n8n-workflow';

import { apiError, refusal } from './errors';
import { exchange } from './request';

/** Items asked for at once: the service's own default and maximum are not shown (section 8). */
const PAGE_SIZE = 100;

type RequestData = DeclarativeRestApiSettings.ResultOptions;

/** @throws NodeOperationError if Limit is not a whole number of at least 1 */
function limitOf(context: IExecutePaginationFunctions): number {
	if (context.getNodeParameter('returnAll', false) === true) return Infinity;

	const limit = Number(context.getNodeParameter('limit'));
	if (!Number.isInteger(limit) || limit < 1) {
		throw refusal(context, 'Limit', 'must be a whole number of at least 1');
	}
	return limit;
}

const withQuery = (requestData: RequestData, query: IDataObject): RequestData => ({
	...requestData,
	options: { ...requestData.options, qs: { ...requestData.options.qs, ...query } },
});

function brokenList(context: IExecutePaginationFunctions, whatIsWrong: string): NodeApiError {
	return apiError(context.getNode(), {
		message: `The list could not be read to its end: ${whatIsWrong}`,
		description:
			'No item is passed on, so that nothing is taken for the whole list. Run the workflow again later.',
		itemIndex: context.getItemIndex(),
	});
}

/** A list's records as items. */
export const takeItems: PostReceiveAction = async function ([answer]) {
	const items = answer?.json.items;
	if (!Array.isArray(items)) {
		throw apiError(this.getNode(), { message: 'The service answered without a list of items' });
	}
	return (items as IDataObject[]).map((json) => ({ json }));
};

/**
 * Reads a list page by page (service interface, section 4, paging convention): exactly Limit items
 * and no request more, or with Return All the whole list. The filters go with every page.
 *
 * @throws NodeApiError if the service repeats a cursor, or promises more and gives no cursor
 */
export async function readPages(
	this: IExecutePaginationFunctions,
	requestData: RequestData,
): Promise<INodeExecutionData[]> {
	const limit = limitOf(this);
	const read: INodeExecutionData[] = [];
	const cursors = new Set<unknown>();

	for (let query: IDataObject = {}; ; ) {
		const pageSize = Math.min(PAGE_SIZE, limit - read.length);
		const { body, items } = await exchange(this, withQuery(requestData, { ...query, limit: pageSize }));
		for (const item of items) read.push(item);

		const { nextCursor: cursor, hasMore = Boolean(cursor) } = body;
		if (hasMore !== true || read.length >= limit) return read.slice(0, limit);
		if (typeof cursor !== 'string' || cursor === '') {
			throw brokenList(this, 'the service says that there is more, but not where it goes on');
		}
		if (cursors.has(cursor)) throw brokenList(this, 'the service goes round in circles');
		cursors.add(cursor);
		query = { cursor };
	}
}

/** Reads a list that has no cursor: one request for the whole Limit (service interface, section 4.10). */
export async function readOnce(
	this: IExecutePaginationFunctions,
	requestData: RequestData,
): Promise<INodeExecutionData[]> {
	const limit = limitOf(this);
	const { items } = await exchange(this, withQuery(requestData, { limit }));
	return items.slice(0, limit);
}
