import { NodeOperationError, type IExecutePaginationFunctions, type INodeExecutionData } from 'n8n-workflow';

import { fetchPage } from '../transport/pagination';
import type { RequestData } from '../transport/request';
import type { WatchSpec } from './changeDetector';

/** How many records are shown, at most. */
const EXAMPLES = 3;

/**
 * The first records as the service lists them, for *Fetch Test Event*. Nothing is remembered of it.
 *
 * @throws NodeOperationError that says what is not there, if the list is empty
 */
export async function testEventRecords(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	kind: WatchSpec,
): Promise<INodeExecutionData[]> {
	const { page } = await fetchPage(context, requestData, undefined, EXAMPLES);
	const records = page.records.slice(0, EXAMPLES);
	if (records.length === 0) {
		const filters = requestData.options.qs ?? {};
		const matching = Object.keys(filters).length > 0 ? ' that matches the filters' : '';
		throw new NodeOperationError(
			context.getNode(),
			`No ${kind.noun} found${matching}. Publish the workflow to wait for one`,
			{
				description: 'The service returned an empty list.',
			},
		);
	}
	return records.map((record) => ({ json: kind.toOutput ? kind.toOutput(record, undefined) : record }));
}
