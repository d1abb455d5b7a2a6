import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import { isEmpty } from '../shared/values';

/**
 * What came of one attempt to have the service do something, as far as a next attempt goes:
 *
 * - `done`: it is done, and this is the service's answer.
 * - `notTaken`: the service did not take it up. It can be sent again whatever it is.
 * - `unknown`: it may be done or not. Only what can safely be done twice is sent again.
 * - `refused`: the service will not do it. It is not sent again.
 */
export type Outcome = 'success' | 'notProcessed' | 'unknown' | 'refused';

/** Codes of network errors by which nothing has reached the service. */
const NOT_REACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** System calls before which nothing was sent, whatever the code of their error. */
const BEFORE_SENDING = ['connect', 'getaddrinfo'];

/** By these the service says that it has not begun, and that a later request may do better. */
const NOT_TAKEN = [425, 429];

/** Of the errors of a service, those that say that it never does what was asked. */
const NEVER = [501, 505];

/** Whether a network error is about the server's certificate, which no repetition makes trusted. */
export const isCertificateError = (code: string): boolean => /CERT|ERR_TLS|SELF_SIGNED|UNABLE_TO/.test(code);

/** Any 2xx: the status codes of the service are not shown (service interface, section 4). */
export const isSuccess = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300;

/** What an operation can go on with: a JSON object, or nothing at all. */
export const jsonObjectOf = ({ body }: IN8nHttpFullResponse): IDataObject | undefined => {
	if (isEmpty(body)) return {};
	const isObject = typeof body === 'object' && !Array.isArray(body);
	return isObject ? (body as IDataObject) : undefined;
};

/** Whether the service limits how often it is called: by 429, or by 503 with any `Retry-After`. */
export const isRateLimited = ({ statusCode, headers }: IN8nHttpFullResponse): boolean =>
	statusCode === 429 || (statusCode === 503 && (headers['retry-after'] ?? undefined) !== undefined);

/** The verdict on an answer. A success that is no JSON is an answer that was cut off on its way. */
export function classifyResponse(response: IN8nHttpFullResponse): Outcome {
	const { statusCode } = response;
	if (isSuccess(statusCode)) return jsonObjectOf(response) === undefined ? 'unknown' : 'success';
	if (isRateLimited(response) || NOT_TAKEN.includes(statusCode)) return 'notProcessed';
	const isOpen = statusCode === 408 || (statusCode >= 500 && !NEVER.includes(statusCode));
	return isOpen ? 'unknown' : 'refused';
}

/**
 * The verdict on a request without an answer, by its network error. Without a code it was not the
 * network: the credential refused, say, and nothing was sent.
 *
 * @param syscall the system call that failed, where it is known
 */
export function classifyNetworkError(code: string | undefined, syscall?: string): Outcome {
	if (code === undefined || isCertificateError(code)) return 'refused';
	const isNotSent = NOT_REACHED.includes(code) || BEFORE_SENDING.includes(syscall ?? '');
	return isNotSent ? 'notProcessed' : 'unknown';
}

/** An error, and what it was caused by; however deep n8n has wrapped it. */
function* causeChain(
	error: unknown,
): Generator<Error & { code?: unknown; syscall?: unknown; errors?: unknown }> {
	for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
		yield current;
		current = current.cause;
	}
}

/**
 * The code of a network error. n8n 2.8 keeps nothing of what it wraps but the code, or the status of an
 * answer that was cut off, as `httpCode`.
 */
export function networkCode(error: unknown): string | undefined {
	for (const { code } of causeChain(error)) if (typeof code === 'string') return code;
	const { httpCode } = (error ?? {}) as { httpCode?: string | null };
	return httpCode ?? undefined;
}

/**
 * The system call by which a network error came about; undefined if it is not known. Where a name has
 * several addresses, there is an error for each of them.
 */
export function failedSystemCall(error: unknown): string | undefined {
	for (const { syscall, errors } of causeChain(error)) {
		if (typeof syscall === 'string') return syscall;
		if (!Array.isArray(errors) || errors.length === 0) continue;
		const syscalls = new Set(errors.map((one: unknown) => (one as { syscall?: unknown } | null)?.syscall));
		const [first] = syscalls;
		if (syscalls.size === 1 && typeof first === 'string') return first;
	}
	return undefined;
}
