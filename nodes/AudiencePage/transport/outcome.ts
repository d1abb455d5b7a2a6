import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import { isEmpty } from './isEmpty';

/**
 * What came of one attempt to have the service do something, as far as a next attempt goes:
 *
 * - `done`: it is done, and this is the service's answer.
 * - `notTaken`: the service did not take it up. It can be sent again whatever it is.
 * - `unknown`: it may be done or not. Only what can safely be done twice is sent again.
 * - `refused`: the service will not do it. It is not sent again.
 */
export type Verdict = 'done' | 'notTaken' | 'unknown' | 'refused';

/** Codes of network errors by which nothing has reached the service. */
const NOT_REACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** Whether a network error is about the server's certificate, which no repetition makes trusted. */
export const isAboutCertificate = (code: string): boolean => /CERT|ERR_TLS|SELF_SIGNED|UNABLE_TO/.test(code);

/** Any 2xx: the status codes of the service are not shown (service interface, section 4). */
export const isSuccess = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300;

/** What an operation can go on with: a JSON object, or nothing at all. */
export const answerOf = ({ body }: IN8nHttpFullResponse): IDataObject | undefined => {
	if (isEmpty(body)) return {};
	const isObject = typeof body === 'object' && !Array.isArray(body);
	return isObject ? (body as IDataObject) : undefined;
};

/** The verdict on an answer. A success that is no JSON is an answer that was cut off on its way. */
export function verdictOn(response: IN8nHttpFullResponse): Verdict {
	const { statusCode } = response;
	if (isSuccess(statusCode)) return answerOf(response) === undefined ? 'unknown' : 'done';
	if (statusCode === 429) return 'notTaken';
	return [502, 503, 504].includes(statusCode) ? 'unknown' : 'refused';
}

/**
 * The verdict on a request without an answer, by the code of its network error. Without a code it
 * was not the network: the credential refused, say, and nothing was sent.
 */
export function verdictWithout(code: string | undefined): Verdict {
	if (code === undefined || isAboutCertificate(code)) return 'refused';
	return NOT_REACHED.includes(code) ? 'notTaken' : 'unknown';
}

/**
 * The code of a network error, from however deep n8n has wrapped it. n8n 2.8 keeps nothing of what it wraps but the
 * code, or the status of an answer that was cut off, as `httpCode`.
 */
export function networkCode(error: unknown): string | undefined {
	for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
		const { code, cause } = current as Error & { code?: unknown };
		if (typeof code === 'string') return code;
		current = cause;
	}
	const { httpCode } = (error ?? {}) as { httpCode?: string | null };
	return httpCode ?? undefined;
}
