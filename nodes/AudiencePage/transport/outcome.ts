import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { isEmpty, isFalse } from '../shared/values';
import { endpointOf } from './request';

/**
 * What came of one attempt:
 * - `success`: the service has processed the request, and this is its response.
 * - `notProcessed`: it has not. Any request can be retried.
 * - `unknown`: it may have. Only an idempotent request can be retried.
 * - `refused`: it never will. A retry is of no use.
 */
export type AttemptOutcome = 'success' | 'notProcessed' | 'unknown' | 'refused';

/** The record that an operation declares. */
export interface ExpectedRecord {
	/** It is never empty (service interface, section 2). */
	idField: string;
	fields: readonly string[];
	/** Whether the operation's path has its ID, so that it is there already. */
	isInPath: boolean;
}

/**
 * Codes of network errors, and system calls that failed, by which nothing has reached the service.
 */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPROXY'];
const BEFORE_SENDING = ['connect', 'getaddrinfo'];

/**
 * What a status says that is neither a 2xx nor a redirect; of those that are not here, any 5xx is
 * unknown.
 */
const OUTCOMES: Record<number, AttemptOutcome> = {
	408: 'unknown',
	// Too Early.
	425: 'notProcessed',
	// Not Implemented, HTTP Version Not Supported: a retry does not change that.
	501: 'refused',
	505: 'refused',
};

export const isCertificateError = (code: string): boolean =>
	/CERT|ERR_TLS|SELF_SIGNED|UNABLE_TO/.test(code);
export const isRedirect = (statusCode: number): boolean => statusCode >= 300 && statusCode < 400;

/** Any 2xx: the status codes of the service are not shown (service interface, section 4). */
export const isSuccess = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300;

/** An empty object for an empty response; undefined if it is anything but an object. */
export const jsonObject = ({ body }: IN8nHttpFullResponse): IDataObject | undefined => {
	if (isEmpty(body)) return {};
	return typeof body === 'object' && !Array.isArray(body) ? (body as IDataObject) : undefined;
};

/** Whether it is a rate limit: a 429, or a 503 with any `Retry-After`. */
export const isRateLimited = ({ statusCode, headers }: IN8nHttpFullResponse): boolean =>
	statusCode === 429 || (statusCode === 503 && (headers['retry-after'] ?? undefined) !== undefined);

/** Whether a JSON object says what went wrong, as the body of an error does. */
export const reportsError = ({ error, errors }: IDataObject): boolean =>
	[error, errors].some((one) =>
		typeof one === 'object' && one !== null ? Object.keys(one).length > 0 : Boolean(one),
	);

/** Names that only a record has: a gateway says `name`, `status` or `message` too. */
const isTelling = (name: string): boolean => name === 'success' || /[A-Z]/.test(name);

/**
 * Whether a success has the ID of what was created or read. A write to what is there may say less,
 * or nothing.
 */
function hasExpectedRecord(
	request: IHttpRequestOptions,
	json: IDataObject,
	{ idField, fields, isInPath }: ExpectedRecord,
): boolean {
	const { method } = request;
	if (method === 'PATCH' && isFalse(json.success)) return false;
	if (method === 'PATCH' || (method === 'POST' && isInPath)) {
		const isOfRecord = (name: string) =>
			name === idField || (isTelling(name) && fields.includes(name));
		return Object.keys(json).length === 0 || Object.keys(json).some(isOfRecord);
	}
	const hasRecord = method === 'POST' || endpointOf(request).endsWith('{id}');
	return !hasRecord || !isEmpty(json[idField]);
}

/**
 * A 2xx that is cut off, without record, or with an error may be of a gateway: a creation may have
 * succeeded.
 */
function classifySuccess(
	response: IN8nHttpFullResponse,
	request: IHttpRequestOptions,
	record?: ExpectedRecord,
): AttemptOutcome {
	const json = jsonObject(response);
	if (json === undefined) return 'unknown';
	if (reportsError(json)) return request.method === 'POST' ? 'unknown' : 'refused';
	return !record || hasExpectedRecord(request, json, record) ? 'success' : 'unknown';
}

/**
 * A redirect may follow what has added a record; of anything else, it says that the Base URL is
 * wrong.
 */
export function classifyResponse(
	response: IN8nHttpFullResponse,
	request: IHttpRequestOptions,
	record?: ExpectedRecord,
): AttemptOutcome {
	const { statusCode } = response;
	if (isSuccess(statusCode)) return classifySuccess(response, request, record);
	if (isRateLimited(response)) return 'notProcessed';
	// 307 and 308 ask for the request to be sent again.
	if ([301, 302, 303].includes(statusCode))
		return request.method === 'POST' ? 'unknown' : 'refused';
	return OUTCOMES[statusCode] ?? (statusCode >= 500 ? 'unknown' : 'refused');
}

/** Without a code, it is not of the network: the credential threw it, say, and nothing was sent. */
export function classifyNetworkError(code: string | undefined, syscall?: string): AttemptOutcome {
	if (code === undefined || isCertificateError(code)) return 'refused';
	const isNotSent = NOT_CONNECTED.includes(code) || BEFORE_SENDING.includes(String(syscall));
	return isNotSent ? 'notProcessed' : 'unknown';
}

type SystemError = Error & { code?: unknown; syscall?: unknown; errors?: unknown[] };

/**
 * If a host has several addresses, there is an error for each: the first stands for all. n8n nests
 * no more causes.
 */
export function* causeChain(error: unknown): Generator<SystemError> {
	for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
		yield current;
		current = current.cause ?? (current as SystemError).errors?.[0];
	}
}

const firstText = (error: unknown, property: 'code' | 'syscall'): string | undefined => {
	for (const { [property]: text } of causeChain(error)) if (typeof text === 'string') return text;
	return undefined;
};

/**
 * `EPROXY` for a proxy that closed the connection; undefined if there is none. Of a wrapped error,
 * n8n 2.8 keeps only the code or status, as `httpCode`.
 */
export function networkCode(error: unknown): string | undefined {
	const { httpCode, message } = Object(error) as { httpCode?: string | null; message?: string };
	const isOfProxy = /^Proxy connection ended/.test(String(message));
	return firstText(error, 'code') ?? httpCode ?? (isOfProxy ? 'EPROXY' : undefined);
}

export const failedSystemCall = (error: unknown): string | undefined => firstText(error, 'syscall');
