import { NodeOperationError, type IExecutePaginationFunctions, type INodeExecutionData } from 'n8n-workflow';

import { fetchPage } from '../transport/pagination';
import type { RequestData } from '../transport/request';
import type { WatchSpec } from './changeDetector';

/** How many records a test event shows, at most. */
const MAX_TEST_RECORDS = 3;

/**
 * The first records of the list, for *Fetch Test Event*. It changes nothing that the trigger stores.
 *
 * @throws NodeOperationError if the list is empty
 */
export async function testEventRecords(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	{ noun, toOutput = (record) => record }: WatchSpec,
): Promise<INodeExecutionData[]> {
	const { page } = await fetchPage(context, requestData, undefined, MAX_TEST_RECORDS);
	const records = page.records.slice(0, MAX_TEST_RECORDS);
	if (records.length === 0) {
		const filters = requestData.options.qs ?? {};
		const matching = Object.keys(filters).length > 0 ? ' that matches the filters' : '';
		throw new NodeOperationError(
			context.getNode(),
			`No ${noun} found${matching}. Publish the workflow to wait for one`,
			{ description: 'The service returned an empty list.' },
		);
	}
	return records.map((record) => ({ json: toOutput(record, undefined) }));
}
