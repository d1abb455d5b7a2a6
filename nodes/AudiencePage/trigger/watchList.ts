import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { log } from '../shared/log';
import { iteratePages, type ListPage } from '../transport/pagination';
import type { RequestData, RequestFlow } from '../transport/request';
import { progressOf } from './listRead';
import { pollList, type ReadOptions } from './pollList';
import { watchKeyOf } from './state';
import { testEventRecords } from './testEvent';
import { watchOf, type Watch, type WatchSpec } from './watch';

/** How a list is read, page by page. Throws NodeApiError as operations do. */
export type PagesOfList = (
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	options: ReadOptions,
) => AsyncIterable<ListPage>;

export const listWithCursors: PagesOfList = (context, requestData, { cursor }) =>
	iteratePages(context, requestData, undefined, cursor);

/**
 * Checks what the form says before it sends anything. `locate` finds the list, if that takes
 * requests of its own.
 */
export const watchList = (
	spec: WatchSpec,
	list: PagesOfList = listWithCursors,
	locate = (flow: RequestFlow): RequestFlow => flow,
): RequestFlow =>
	async function (requestData) {
		const watch = watchOf(this, spec);
		return await locate(async function (located) {
			if (this.getMode() !== 'manual') return await pollOneAtATime(this, watch, list, located);
			return await testEventRecords(this, watch, list(this, located, {}));
		}).call(this, requestData);
	};

/** n8n keeps static data by workflow and name of the node, and durable cursors by its ID. */
function nodeKeyOf(context: IExecutePaginationFunctions): string {
	const { id, name } = context.getNode();
	return `${context.getWorkflow().id} ${id} ${name}`;
}

/**
 * Not while an earlier poll of the node reads the same list: a slow poll can last until the next
 * one begins.
 */
async function pollOneAtATime(
	context: IExecutePaginationFunctions,
	watch: Watch,
	list: PagesOfList,
	requestData: RequestData,
): Promise<INodeExecutionData[]> {
	const watchKey = await watchKeyOf(context, watch, requestData);
	const progress = progressOf(nodeKeyOf(context), `${watchKey} ${watch.fields.join()}`);
	if (progress.isPolling) {
		log(context, 'pollSkipped');
		return [];
	}
	progress.isPolling = true;
	try {
		const readList = (options: ReadOptions) => list(context, requestData, options);
		const now = performance.now();
		return await pollList({ context, watch, watchKey, progress, readList, now });
	} finally {
		progress.isPolling = false;
	}
}
