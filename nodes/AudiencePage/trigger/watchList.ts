import {
	NodeOperationError,
	type IExecutePaginationFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { log } from '../shared/log';
import type { RequestData, RequestFlow } from '../transport/request';
import { listWithCursors, type ListReader } from './listReaders';
import { pollList } from './pollList';
import { nodeKeyOf, processState, watchKeyOf } from './state';
import { watchOf, type Watch, type WatchSpec } from './watch';

/**
 * Checks what the form says before it sends anything. `locate` finds the list, if that takes
 * requests of its own.
 */
export const watchList = (
	spec: WatchSpec,
	list: ListReader = listWithCursors,
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
 * Not while an earlier poll of the node reads the same list: a slow poll can last until the next
 * one begins.
 */
async function pollOneAtATime(
	context: IExecutePaginationFunctions,
	watch: Watch,
	list: ListReader,
	requestData: RequestData,
): Promise<INodeExecutionData[]> {
	const watchKey = await watchKeyOf(context, requestData);
	const key = `${nodeKeyOf(context)} ${watchKey}`;
	const { pollsUnderWay } = processState;
	if (pollsUnderWay.has(key)) {
		log(context, 'pollSkipped');
		return [];
	}
	pollsUnderWay.add(key);
	try {
		return await pollList(context, watch, watchKey, (from) => list(context, requestData, from));
	} finally {
		pollsUnderWay.delete(key);
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
	list: ListReader,
	requestData: RequestData,
): Promise<INodeExecutionData[]> {
	let isFiltered = Object.keys(requestData.options.qs ?? {}).length > 0;
	let pagesRead = 0;
	let hasMore = false;
	for await (const page of list(context, requestData)) {
		isFiltered ||= page.records.length > 0;
		const records = page.records.filter(isMatch ?? (() => true));
		hasMore = page.nextCursor !== undefined;
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
