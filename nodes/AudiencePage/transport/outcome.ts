import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { isEmpty } from '../shared/values';
import { hasExpectedRecord, reportsError } from './expectedRecord';

/**
 * What came of one attempt:
 *
 * - `success`: the service has processed the request, and this is its response.
 * - `notProcessed`: it has not. Any request can be retried.
 * - `unknown`: it may have. Only an idempotent request can be retried.
 * - `refused`: it never will. A retry is of no use.
 */
export type AttemptOutcome = 'success' | 'notProcessed' | 'unknown' | 'refused';

/** Codes of network errors by which nothing has reached the service. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** System calls that come before sending, whatever the code of their error. */
const BEFORE_SENDING = ['connect', 'getaddrinfo'];

/** Statuses of requests that were not processed, and can be sent again: Too Early, Too Many Requests. */
const NOT_PROCESSED = [425, 429];

/** Redirects that may be the answer to a request that was processed; 307 and 308 ask for it to be sent again. */
const REDIRECTS_AFTER_PROCESSING = [301, 302, 303];

/** The 5xx that a retry does not change: Not Implemented, HTTP Version Not Supported. */
const PERMANENT_SERVER_ERRORS = [501, 505];

export const isCertificateError = (code: string): boolean => /CERT|ERR_TLS|SELF_SIGNED|UNABLE_TO/.test(code);

export const isRedirect = (statusCode: number): boolean => statusCode >= 300 && statusCode < 400;

/** Any 2xx: the status codes of the service are not shown (service interface, section 4). */
export const isSuccess = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300;

/** An empty object for an empty response; undefined if it is anything but an object. */
export const jsonObjectOf = ({ body }: IN8nHttpFullResponse): IDataObject | undefined => {
	if (isEmpty(body)) return {};
	const isObject = typeof body === 'object' && !Array.isArray(body);
	return isObject ? (body as IDataObject) : undefined;
};

/** Whether it is a rate limit: a 429, or a 503 with any `Retry-After`. */
export const isRateLimited = ({ statusCode, headers }: IN8nHttpFullResponse): boolean =>
	statusCode === 429 || (statusCode === 503 && (headers['retry-after'] ?? undefined) !== undefined);

/**
 * A 2xx without JSON was cut off on its way; a gateway may give one without the record, or with an error in it. The
 * service may have processed a creation nevertheless, before the gateway gave up, say.
 */
function classifySuccess(response: IN8nHttpFullResponse, request: IHttpRequestOptions): AttemptOutcome {
	const json = jsonObjectOf(response);
	if (json === undefined) return 'unknown';
	if (reportsError(json)) return request.method === 'POST' ? 'unknown' : 'refused';
	return hasExpectedRecord(request, json) ? 'success' : 'unknown';
}

/** A redirect may follow what has added a record; of anything else, it says that the Base URL is wrong. */
export function classifyResponse(
	response: IN8nHttpFullResponse,
	request: IHttpRequestOptions,
): AttemptOutcome {
	const { statusCode } = response;
	if (isSuccess(statusCode)) return classifySuccess(response, request);
	if (isRateLimited(response) || NOT_PROCESSED.includes(statusCode)) return 'notProcessed';
	if (REDIRECTS_AFTER_PROCESSING.includes(statusCode))
		return request.method === 'POST' ? 'unknown' : 'refused';
	const isUnknown =
		statusCode === 408 || (statusCode >= 500 && !PERMANENT_SERVER_ERRORS.includes(statusCode));
	return isUnknown ? 'unknown' : 'refused';
}

/** Without a code, it is not of the network: the credential threw it, say, and nothing was sent. */
export function classifyNetworkError(code: string | undefined, syscall?: string): AttemptOutcome {
	if (code === undefined || isCertificateError(code)) return 'refused';
	const isNotSent = NOT_CONNECTED.includes(code) || BEFORE_SENDING.includes(syscall ?? '');
	return isNotSent ? 'notProcessed' : 'unknown';
}

function* causeChain(
	error: unknown,
): Generator<Error & { code?: unknown; syscall?: unknown; errors?: unknown }> {
	for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
		yield current;
		current = current.cause;
	}
}

/** Undefined if it has none. Of a wrapped error, n8n 2.8 keeps only the code or status, as `httpCode`. */
export function networkCode(error: unknown): string | undefined {
	for (const { code } of causeChain(error)) if (typeof code === 'string') return code;
	const { httpCode } = (error ?? {}) as { httpCode?: string | null };
	return httpCode ?? undefined;
}

/** Undefined if it is not known. If a host has several addresses, there is an error for each of them. */
export function failedSystemCall(error: unknown): string | undefined {
	for (const { syscall, errors } of causeChain(error)) {
		if (typeof syscall === 'string') return syscall;
		if (!Array.isArray(errors)) continue;
		const syscalls = new Set(errors.map((one: unknown) => (one as { syscall?: unknown } | null)?.syscall));
		const [first] = syscalls;
		if (syscalls.size === 1 && typeof first === 'string') return first;
	}
	return undefined;
}
