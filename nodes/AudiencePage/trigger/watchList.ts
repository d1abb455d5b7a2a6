import {
	NodeOperationError,
	type IExecutePaginationFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { log } from '../shared/log';
import { iteratePages, type ListPage } from '../transport/pagination';
import type { RequestData, RequestFlow } from '../transport/request';
import { progressOf } from './listRead';
import { pollList, type ReadPosition } from './pollList';
import { watchKeyOf } from './state';
import { watchOf, type Watch, type WatchSpec } from './watch';

/** How a list is read, page by page. Throws NodeApiError as operations do. */
export type PagesOfList = (
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	position: ReadPosition,
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
		const runEvent = this.getMode() === 'manual' ? testEventRecords : pollOneAtATime;
		return await locate(async function (located) {
			return await runEvent(this, watch, list, located);
		}).call(this, requestData);
	};

/**
 * n8n identifies a node in its static data by workflow and name, and with durable cursors by its ID.
 */
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
	const watched = {
		watchKey: await watchKeyOf(context, requestData),
		fromEverything: watch.fromEverything,
	};
	const progress = progressOf(nodeKeyOf(context), JSON.stringify([watched, watch.fields]));
	if (progress.isPolling) {
		log(context, 'pollSkipped');
		return [];
	}
	progress.isPolling = true;
	try {
		const readList = (position: ReadPosition) => list(context, requestData, position);
		return await pollList({ context, watch, watched, progress, readList });
	} finally {
		progress.isPolling = false;
	}
}

/** How many records a test event shows, and how many list pages it reads to find one, at most. */
const MAX_TEST_RECORDS = 3;
const MAX_TEST_PAGES = 20;

/**
 * The first records that match. Throws NodeOperationError if none do, and changes nothing that the
 * trigger stores.
 */
async function testEventRecords(
	context: IExecutePaginationFunctions,
	{ spec, isMatch, fields, toOutput }: Watch,
	list: PagesOfList,
	requestData: RequestData,
): Promise<INodeExecutionData[]> {
	let isFiltered = Object.keys(requestData.options.qs ?? {}).length > 0;
	let pagesRead = 0;
	let hasMore = false;
	for await (const page of list(context, requestData, {})) {
		isFiltered ||= page.records.length > 0;
		const records = page.records.filter(isMatch ?? (() => true));
		hasMore = page.hasMore;
		if (records.length === 0 && ++pagesRead < MAX_TEST_PAGES) continue;
		if (records.length === 0) break;
		// Of the changed fields, a sample to build the workflow with.
		return records
			.slice(0, MAX_TEST_RECORDS)
			.map((record) => ({ json: toOutput({ record, changedFields: [...fields] }) }));
	}
	const [message, description] = isFiltered
		? [
				`No ${spec.noun} ${hasMore ? 'at the beginning of the list ' : ''}matches the settings of this trigger. Check them; if they are right, publish the workflow`,
				`${hasMore ? 'The rest was not searched. ' : ''}Once it is published, the workflow starts when one matches.`,
			]
		: [
				`No ${spec.noun} found. To see one here, ${spec.whereToCreate}`,
				`${hasMore ? 'Only the beginning was searched.' : 'The service returned an empty list.'} You can publish the workflow and wait for one.`,
			];
	throw new NodeOperationError(context.getNode(), message, { description });
}
