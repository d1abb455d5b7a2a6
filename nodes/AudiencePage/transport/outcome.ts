import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { isEmpty } from '../shared/values';
import type { NetworkError } from './networkError';
import { endpointOf, isIdempotent } from './request';

/**
 * What came of one attempt (`mayBeRepeated` says which of them are repeated):
 * - `success`: the service has processed the request, and this is its response.
 * - `notProcessed`: it has not.
 * - `unknown`: it may have.
 * - `refused`: it never will.
 */
export type AttemptOutcome = 'success' | 'notProcessed' | 'unknown' | 'refused';

export interface Attempt {
	outcome: AttemptOutcome;
	/** The answer of the service, or of what stands before it. */
	response?: IN8nHttpFullResponse;
	json?: IDataObject;
	isRateLimited?: boolean;
	/** Milliseconds that the service asks to wait. */
	retryAfter?: number;
	/** Why there is no answer: the network, or an error of the credential, which sends nothing. */
	networkError?: NetworkError;
	error?: Error;
}

/** What the answer to a request has to hold. */
export interface ExpectedAnswer {
	/** The field that is in it, such as `items` of a list. Without it, that of the record counts. */
	field?: string;
	/** Of the operation's record: its ID, and whether the path has it: then it is there already. */
	record?: { idField: string; isInPath: boolean };
}

/** Whether a request that has come to this is sent again. */
export const mayBeRepeated = (outcome: AttemptOutcome, request: IHttpRequestOptions): boolean =>
	outcome === 'notProcessed' || (outcome === 'unknown' && isIdempotent(request));

const REQUEST_TIMEOUT = 408;

export const isRedirect = (statusCode: number): boolean => statusCode >= 300 && statusCode < 400;

/** Any 2xx: the status codes of the service are not shown (service interface, section 4). */
export const isSuccess = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300;

/** An empty object for an empty response; undefined if it is anything but an object. */
export const jsonObject = ({ body }: IN8nHttpFullResponse): IDataObject | undefined => {
	if (isEmpty(body)) return {};
	return typeof body === 'object' && !Array.isArray(body) ? (body as IDataObject) : undefined;
};

/** Whether it is a rate limit: a 429, or a 503 with any `Retry-After`. */
const isRateLimited = ({ statusCode, headers }: IN8nHttpFullResponse): boolean =>
	statusCode === 429 || (statusCode === 503 && (headers['retry-after'] ?? undefined) !== undefined);

/** The milliseconds of `Retry-After`, which has seconds or a date; undefined if it has neither. */
export function parseRetryAfter(header: unknown): number | undefined {
	const text = String(header as string | undefined);
	const seconds = Number(text);
	const milliseconds = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
	return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/**
 * Whether an answer holds its field, or the ID of its record, which is never empty (service
 * interface, sections 2 and 4). A write to a record that is there may be answered with nothing.
 */
function isComplete(
	request: IHttpRequestOptions,
	json: IDataObject,
	{ field, record }: ExpectedAnswer,
): boolean {
	if (field !== undefined) return !isEmpty(json[field]);
	if (record === undefined) return true;
	const isRead = request.method === 'GET';
	if (isRead && !endpointOf(request).endsWith('{id}')) return true;
	const isUpdate = request.method === 'PATCH' || (!isRead && record.isInPath);
	if (isUpdate && Object.keys(json).length === 0) return true;
	return !isEmpty(json[record.idField]);
}

/**
 * A 2xx without what was asked for may be of a gateway: what was asked for may be done
 * nevertheless.
 */
function outcomeOf(
	response: IN8nHttpFullResponse,
	request: IHttpRequestOptions,
	expected: ExpectedAnswer,
): AttemptOutcome {
	const { statusCode } = response;
	if (isSuccess(statusCode)) {
		const json = jsonObject(response);
		return json && isComplete(request, json, expected) ? 'success' : 'unknown';
	}
	if (isRateLimited(response)) return 'notProcessed';
	return statusCode >= 500 || statusCode === REQUEST_TIMEOUT ? 'unknown' : 'refused';
}

/** What came of an attempt that was answered. */
export const answeredAttempt = (
	response: IN8nHttpFullResponse,
	request: IHttpRequestOptions,
	expected: ExpectedAnswer = {},
): Attempt => ({
	outcome: outcomeOf(response, request, expected),
	response,
	json: jsonObject(response),
	isRateLimited: isRateLimited(response),
	retryAfter: parseRetryAfter(response.headers['retry-after']),
});
