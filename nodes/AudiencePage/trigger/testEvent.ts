import { NodeOperationError, type IExecutePaginationFunctions, type INodeExecutionData } from 'n8n-workflow';

import { filterInTurns } from '../shared/turns';
import { DEFAULT_PAGE_SIZE, fetchPage } from '../transport/pagination';
import type { RequestData } from '../transport/request';
import type { WatchSpec } from './changeDetector';
import { watchedFields } from './contentChanges';

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
	const { noun, matches, fields, toOutput = ({ record }) => record } = spec;
	const isMatch = matches?.(context);
	// As a sample, to build the workflow with.
	const changedFields = fields && watchedFields(context, fields);
	let isAnyListed = false;
	let hasMore = requests.length > MAX_TEST_LISTS;
	for (const request of requests.slice(0, MAX_TEST_LISTS)) {
		const limit = isMatch ? DEFAULT_PAGE_SIZE : MAX_TEST_RECORDS;
		const { page } = await fetchPage(context, request, undefined, limit);
		isAnyListed ||= page.records.length > 0;
		hasMore ||= page.hasMore;
		const records = (await filterInTurns(page.records, isMatch ?? (() => true))).slice(0, MAX_TEST_RECORDS);
		if (records.length > 0) return records.map((record) => ({ json: toOutput({ record, changedFields }) }));
	}
	const isFiltered = isAnyListed || requests.some(({ options: { qs = {} } }) => Object.keys(qs).length > 0);
	throw isFiltered ? noMatchError(context, noun, hasMore) : noRecordError(context, spec, hasMore);
}

const WAIT = 'You can publish the workflow and wait for one.';

const noRecordError = (
	context: IExecutePaginationFunctions,
	{ noun, whereToCreate }: WatchSpec,
	hasMore: boolean,
): NodeOperationError =>
	new NodeOperationError(context.getNode(), `No ${noun} found. To see one here, ${whereToCreate}`, {
		description: hasMore
			? `Only the first ${MAX_TEST_LISTS} pages were searched. ${WAIT}`
			: `The service returned an empty list. ${WAIT}`,
	});

const noMatchError = (
	context: IExecutePaginationFunctions,
	noun: string,
	hasMore: boolean,
): NodeOperationError =>
	new NodeOperationError(
		context.getNode(),
		`No ${noun} ${hasMore ? 'at the beginning of the list ' : ''}matches the filters. Check them; if they are right, publish the workflow`,
		{
			description: hasMore
				? 'The rest was not searched. Once it is published, the workflow starts when one matches.'
				: 'Once it is published, the workflow starts when one matches.',
		},
	);
