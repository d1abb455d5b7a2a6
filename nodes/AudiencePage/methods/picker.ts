import {
	isResourceLocatorValue,
	NodeOperationError,
	type IDataObject,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { toPathSegment } from '../fields/text';
import { isEmpty, omitEmpty } from '../shared/values';
import { ApiClient, RequestAbortedError, type RequestSettings } from '../transport/apiClient';
import { apiError } from '../transport/errors';
import type { ListReader } from '../transport/pagination';
import { redactAndRethrow } from '../transport/redactErrors';
import type { RequestData } from '../transport/request';

/** Somebody waits for a picker to open: requests are aborted after so many milliseconds. */
const MAX_WAIT = 10_000;

const REQUEST_SETTINGS: RequestSettings = { maxRetries: 2, timeout: MAX_WAIT };

/** An entry of a picker. */
export type Entry = INodeListSearchResult['results'][number];

/** Reads lists for a picker as operations do, but for as long as somebody waits. */
export function pickerReader(context: ILoadOptionsFunctions): ListReader {
	const client = new ApiClient({ maxConcurrentRequests: 1, abortSignal: AbortSignal.timeout(MAX_WAIT) });
	return {
		getNode: () => context.getNode(),
		makeRoutingRequest: async ({ options }) => [
			{ json: await client.send(context, options as IHttpRequestOptions, REQUEST_SETTINGS) },
		],
	};
}

/** The request for a list; empty parameters of its query are left out. */
export const listRequest = (url: string, qs: IDataObject = {}): RequestData => ({
	options: { method: 'GET', url, qs: omitEmpty(qs) },
	preSend: [],
	postReceive: [],
});

/**
 * Ends reading in the errors that a picker shows.
 *
 * @throws NodeApiError in place of RequestAbortedError: time was up before anything was read
 */
export async function withPickerErrors<T>(context: ILoadOptionsFunctions, reading: Promise<T>): Promise<T> {
	return await reading.catch((error: Error) => {
		if (!(error instanceof RequestAbortedError)) return redactAndRethrow(context)(error);
		throw apiError(context.getNode(), {
			message: `The service did not answer within ${MAX_WAIT / 1000} seconds`,
			advice: 'Open the list again later, or choose By ID',
		});
	});
}

/** Whether a value can be shown in a label. */
export const isShowable = (value: unknown): value is string | number =>
	(typeof value === 'string' || typeof value === 'number') && !isEmpty(value);

/**
 * The entry of a record, such as "Ada Lovelace (ada@acme.com)", with the ID in place of a missing name.
 *
 * @returns no entry for a record without an ID to choose it by
 */
export function entriesOf(id: unknown, name: unknown, detail?: unknown): Entry[] {
	if (!isShowable(id)) return [];
	const label = isShowable(name) ? String(name) : String(id);
	return [{ name: isShowable(detail) ? `${label} (${detail})` : label, value: String(id) }];
}

/** Whether the name or the ID of an entry has the text that the user typed, for lists that the service does not search. */
export const matchesFilter = (filter: string) => (entry: Entry) =>
	[entry.name, entry.value].some((text) => String(text).toLowerCase().includes(filter.trim().toLowerCase()));

/**
 * The ID chosen in another field of the form, as a segment of a path.
 *
 * @throws NodeOperationError if none is chosen, or by an expression that has no value yet
 */
export function chosenId(context: ILoadOptionsFunctions, displayName: string, name: string): string {
	// By `extractValue`, n8n looks for a field that the form shows, and an AI gives no more of the form than this.
	const given: unknown = context.getCurrentNodeParameter(name);
	const chosen = isResourceLocatorValue(given) ? given.value : given;
	const id = typeof chosen === 'string' ? chosen.trim() : chosen;
	const isComputed = typeof id === 'string' && id.startsWith('=');
	const segment = toPathSegment(id);
	if (segment !== undefined && !isComputed) return segment;
	throw new NodeOperationError(context.getNode(), `Choose the ${displayName} first`, {
		description: `This list depends on ${displayName}. If an expression sets ${displayName}, choose By ID here.`,
	});
}
