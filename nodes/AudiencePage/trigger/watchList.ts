import type { RequestFlow } from '../transport/request';
import { listWithCursors, type PagesOfList } from './lists';
import { pollList } from './pollList';
import { testEventRecords } from './testEvent';
import { watchOf, type WatchSpec } from './watch';

/**
 * The flow of an event: what a poll, or a test event, finds in its list. It checks the form before
 * it reads the list. Throws NodeOperationError for the form and NodeApiError for the list.
 */
export const watchList = (spec: WatchSpec, pagesOf: PagesOfList = listWithCursors): RequestFlow =>
	async function (requestData) {
		const watch = watchOf(this, spec);
		if (this.getMode() !== 'manual') return await pollList(this, watch, requestData, pagesOf);
		return await testEventRecords(this, watch, pagesOf(this, requestData, {}));
	};
