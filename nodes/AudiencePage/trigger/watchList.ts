import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import type { RequestData, RequestFlow } from '../transport/request';
import type { WatchSpec } from './changeDetector';
import { pollSettingsOf } from './fields';
import { pollList } from './pollList';
import { nodeKeyOf, processState } from './processState';
import { readFromCursor, type ReadPages } from './readPages';
import { testEventRecords } from './testEvent';
import { watchKeyOf } from './watchKey';

/**
 * Runs a poll, unless an earlier one of the same node still reads what it would read: a slow poll can last until the
 * next one begins.
 */
export async function oneAtATime(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
	poll: (watchKey: string) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const watchKey = await watchKeyOf(context, requestData);
	const key = `${nodeKeyOf(context)} ${watchKey}`;
	const { pollsUnderWay } = processState;
	if (pollsUnderWay.has(key)) return [];
	pollsUnderWay.add(key);
	try {
		return await poll(watchKey);
	} finally {
		pollsUnderWay.delete(key);
	}
}

/** The request flow of an event that watches one list (see `pollList`). */
export const watchList = (spec: WatchSpec, readPages: ReadPages = readFromCursor): RequestFlow =>
	async function (requestData) {
		if (this.getMode() === 'manual') return await testEventRecords(this, spec, [requestData]);
		const { maxPerPoll } = pollSettingsOf(this);
		return await oneAtATime(
			this,
			requestData,
			async () => await pollList(this, spec, requestData, readPages, { maxChanges: maxPerPoll }),
		);
	};
