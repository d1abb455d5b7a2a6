import { NodeApiError, type IN8nHttpFullResponse, type INode } from 'n8n-workflow';

import type { RateLimitTimeoutError } from './limiter/errors';
import { isCertificateError, isSuccess, networkCode } from './outcome';
import { extractErrorMessage } from './errorMessage';
import { redactKey } from './redactKey';
import { MAX_RETRY_AFTER } from './retryAfter';

const MAX_MESSAGE_LENGTH = 300;

/** What n8n shows and stores of an error. */
export interface ErrorDetails {
	message: string;
	description?: string;
	httpCode?: string;
	itemIndex?: number;
}

/** An error without the request and the response, which n8n would store. */
export const apiError = (node: INode, details: ErrorDetails): NodeApiError =>
	new NodeApiError(node, {}, details);

/** What the user should check, by status. */
function advice(statusCode: number, path: string): string {
	if (statusCode === 401 || statusCode === 403) {
		return `The service refused the API key (${statusCode}). Check the API Key in the credential, and what the key may do.`;
	}
	if (statusCode === 404) {
		return `The service knows no record at ${path} (404). Check the IDs in the node, and the Base URL in the credential.`;
	}
	if (statusCode >= 300 && statusCode < 400) {
		return `The service answered with a redirect (${statusCode}), which is not followed so that the API key stays where it belongs. Check the Base URL in the credential.`;
	}
	if (statusCode >= 500) {
		return `The service could not answer (${statusCode}). Run the workflow again later.`;
	}
	return `The service refused the request (${statusCode}). Check the fields of the node against the message.`;
}

/**
 * What the user sees of a response that is an error, or not JSON: the service's own message first, then
 * what to check. Of the request it has the path only, and never the key, should the service repeat it. It
 * never throws, whatever the service sends.
 */
export function detailsOfResponse(
	{ statusCode, body }: IN8nHttpFullResponse,
	path: string,
	apiKey: string,
): ErrorDetails {
	// Cut after redaction: half a key would not be found.
	const ownMessage = serviceMessage(body, apiKey)?.slice(0, MAX_MESSAGE_LENGTH);
	const httpCode = String(statusCode);
	if (isSuccess(statusCode)) {
		return {
			message: 'The service answered with something that is not JSON',
			description: `Check the Base URL in the credential: it may belong to a web page. The answer began: ${ownMessage ?? '(empty)'}`,
			httpCode,
		};
	}
	return {
		message: ownMessage ?? `The service answered ${statusCode} without saying why`,
		description: advice(statusCode, path),
		httpCode,
	};
}

/** The service's own message. An error in reading it must not hide that the request has failed. */
function serviceMessage(body: unknown, apiKey: string): string | undefined {
	try {
		const message = extractErrorMessage(body);
		return message === undefined ? undefined : redactKey(message, apiKey);
	} catch {
		return undefined;
	}
}

function rateLimitReason({ requestedWait, othersSucceed }: RateLimitTimeoutError): string {
	if (othersSucceed) return 'for half an hour it has refused this request, and taken others';
	if (requestedWait === undefined) return 'nothing got through for 5 minutes';
	return `it asks to wait ${Math.ceil(requestedWait / 1000)} seconds, and this node waits ${MAX_RETRY_AFTER / 1000} at most`;
}

/**
 * What the user sees when a rate limit lasts too long.
 *
 * @param response the details of the response to this request, if it was sent
 */
export function detailsOfRateLimit(error: RateLimitTimeoutError, response?: ErrorDetails): ErrorDetails {
	const reason = rateLimitReason(error);
	return {
		message: response?.message ?? 'The service takes no more requests for now',
		description: `The service limits how often it can be called (429): ${reason}. Run the workflow again later, or with fewer items.`,
		httpCode: response?.httpCode ?? '429',
	};
}

/** What went wrong with the connection, by the code of the network error. */
const NETWORK_ERRORS: Record<string, string> = {
	ECONNREFUSED: 'nothing answers at this address',
	ENOTFOUND: 'no server has this name',
	EAI_AGAIN: 'the name of the server could not be looked up',
	ECONNRESET: 'the connection was cut',
	ECONNABORTED: 'the answer took too long',
	ETIMEDOUT: 'the answer took too long',
	EHOSTUNREACH: 'there is no way to the server',
	ENETUNREACH: 'there is no way to the server',
	EPIPE: 'the connection was cut',
	ERR_CANCELED: 'the execution was cancelled',
};

/**
 * What the user sees of a request without a response. An error that is not of the network, such as one of
 * the credential, keeps its message.
 */
export function detailsOfNetworkError(error: unknown): ErrorDetails {
	const code = networkCode(error);
	if (code === undefined) return { message: (error as Error).message };
	const fallback = isCertificateError(code)
		? 'its certificate is not trusted'
		: 'the connection did not work';
	return {
		message: `The Audience Page service cannot be reached: ${NETWORK_ERRORS[code] ?? fallback}`,
		description: `Check the Base URL in the credential, and whether the service is up (${code}).`,
	};
}

const mayHaveSucceeded = (message: string): string => `${message}. The service may have done it all the same`;

/** For a write that the service may have processed, and that a retry may do twice. */
export const withUnknownOutcome = ({ message, ...details }: ErrorDetails): ErrorDetails => ({
	...details,
	message: mayHaveSucceeded(message),
	description:
		'The answer was lost on its way, and this request cannot be repeated without doing it twice. Look whether the record is there before you send it again.',
});

/** For a write that the service may have processed, and whose idempotency key makes a retry safe. */
export const withRetryableOutcome = ({ message, ...details }: ErrorDetails): ErrorDetails => ({
	...details,
	message: mayHaveSucceeded(message),
	description:
		'An answer was lost on its way. A second try of this execution (Retry On Fail, or Retry in the list of executions) sends the same idempotency key, by which the service can tell that it is the same entry.',
});

/** For a conflict with an idempotency key that an earlier attempt of the same write has sent. */
export const withDuplicateKey = ({ message, ...details }: ErrorDetails): ErrorDetails => ({
	...details,
	message: `Probably written by the earlier try: ${message}`,
	description:
		'The answer to an earlier try was lost, and the service now says that it has an entry with this idempotency key (409).',
});
