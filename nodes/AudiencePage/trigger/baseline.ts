import type { IExecutePaginationFunctions, NodeApiError } from 'n8n-workflow';

import { RequestAbortedError } from '../transport/apiClient';
import { apiError } from '../transport/errors';
import type { ListPage } from '../transport/pagination';
import { ChangeDetector, type WatchSpec } from './changeDetector';
import type { DeliveredRecords } from './deliveredRecords';

/**
 * Reads the whole list and adds its records to `delivered`, so that they do not start the workflow.
 *
 * A list that ends before its count is read twice, because a record that it left out would be taken for new
 * later. It is not read a third time: services may count records that they do not list.
 *
 * @returns the count of the list, if it has one
 * @param hasReadOthers whether the poll has read other lists before
 * @throws NodeApiError if the poll has too little time: the records not read would be taken for new later
 * @throws RequestAbortedError in that case, if the poll has read other lists before: the next one has more time for this
 */
export async function readBaseline(
	context: IExecutePaginationFunctions,
	spec: WatchSpec,
	pages: () => AsyncIterable<ListPage>,
	delivered: DeliveredRecords,
	hasReadOthers: boolean,
): Promise<number | undefined> {
	const options = { maxChanges: Infinity, isBaseline: true };
	const detector = new ChangeDetector(spec, delivered, options);
	const stopReason = await detector.read(pages());
	const { newCount, totalCount } = detector;
	if (stopReason === 'timedOut') {
		throw hasReadOthers
			? new RequestAbortedError(false)
			: listTooLongError(context, spec, newCount, totalCount);
	}
	if (newCount < (totalCount ?? 0)) {
		await new ChangeDetector(spec, delivered, options).read(pages());
	}
	return totalCount;
}

function listTooLongError(
	context: IExecutePaginationFunctions,
	{ filter }: WatchSpec,
	readCount: number,
	totalCount: number | undefined,
): NodeApiError {
	const all = totalCount === undefined ? 'an unknown number of' : String(totalCount);
	const narrower = filter ? `Narrow the list down with ${filter}, or set` : 'Set';
	return apiError(context.getNode(), {
		message: `The list is too long for one poll: ${readCount} of ${all} records could be read`,
		advice: `${narrower} Start From to Everything`,
		description: 'To start from Now, the trigger has to read all existing records in its first poll.',
	});
}
