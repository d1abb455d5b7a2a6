import { NodeOperationError, type IExecutePaginationFunctions, type INodeExecutionData } from 'n8n-workflow';

import { DEFAULT_PAGE_SIZE, fetchPage } from '../transport/pagination';
import type { RequestData } from '../transport/request';
import type { WatchSpec } from './changeDetector';

/** How many records a test event shows, at most. */
const MAX_TEST_RECORDS = 3;

/** How many lists a test event reads, at most. */
const MAX_TEST_LISTS = 20;

/**
 * The first records of the first list that has any, for *Fetch Test Event*. It changes nothing that the trigger stores.
 *
 * @throws NodeOperationError if there are none
 */
export async function testEventRecords(
	context: IExecutePaginationFunctions,
	spec: WatchSpec,
	requests: RequestData[],
): Promise<INodeExecutionData[]> {
	const { noun, matches, whereToCreate, toOutput = ({ record }) => record } = spec;
	const isMatch = matches?.(context);
	let isAnyListed = false;
	for (const request of requests.slice(0, MAX_TEST_LISTS)) {
		const limit = isMatch ? DEFAULT_PAGE_SIZE : MAX_TEST_RECORDS;
		const { page } = await fetchPage(context, request, undefined, limit);
		isAnyListed ||= page.records.length > 0;
		const records = page.records.filter(isMatch ?? (() => true)).slice(0, MAX_TEST_RECORDS);
		if (records.length > 0)
			return records.map((record) => ({ json: toOutput({ record, changedFields: [] }) }));
	}
	const isFiltered = isAnyListed || requests.some(({ options: { qs = {} } }) => Object.keys(qs).length > 0);
	throw new NodeOperationError(
		context.getNode(),
		`No ${noun} found${isFiltered ? ' that matches the filters' : ''}. To see one here, ${whereToCreate}`,
		{
			description: `${searched(requests.length, isAnyListed)} You can publish the workflow and wait for one.`,
		},
	);
}

function searched(lists: number, isAnyListed: boolean): string {
	if (lists > MAX_TEST_LISTS) return `Only the first ${MAX_TEST_LISTS} of ${lists} pages were searched.`;
	return isAnyListed ? 'Only the beginning of the list was searched.' : 'The service returned an empty list.';
}
