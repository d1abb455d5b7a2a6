import { NodeApiError, type IN8nHttpFullResponse, type INode } from 'n8n-workflow';

import { MAX_RETRY_AFTER, type RateLimitTimeoutError } from './limiter';
import { isCertificateError, isSuccess, networkCode } from './outcome';
import { extractErrorMessage } from './errorMessage';
import { redactKey } from './redactKey';

const MAX_MESSAGE_LENGTH = 300;

/** What n8n shows and stores of an error. */
export interface ErrorDetails {
	message: string;
	description?: string;
	httpCode?: string;
	itemIndex?: number;
}

/** n8n keeps all that it is given of a request or an answer, so it is given neither. */
export const apiError = (node: INode, told: ErrorDetails): NodeApiError => new NodeApiError(node, {}, told);

/** What the user can look at, by status. */
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
 * What an answer that is not the one asked for tells the user: the service's words first, then what
 * to look at. Nothing of the request but its path is in it, and never the key, should a service
 * repeat it. It never throws, whatever the service sends.
 */
export function detailsOfResponse(
	{ statusCode, body }: IN8nHttpFullResponse,
	path: string,
	apiKey: string,
): ErrorDetails {
	// Cut last: a key that is cut in two would not be found.
	const words = serviceMessage(body, apiKey)?.slice(0, MAX_MESSAGE_LENGTH);
	const httpCode = String(statusCode);
	if (isSuccess(statusCode)) {
		return {
			message: 'The service answered with something that is not JSON',
			description: `Check the Base URL in the credential: it may belong to a web page. The answer began: ${words ?? '(empty)'}`,
			httpCode,
		};
	}
	return {
		message: words ?? `The service answered ${statusCode} without saying why`,
		description: advice(statusCode, path),
		httpCode,
	};
}

/** What matters is what came of a request: that its error cannot be read must not hide it. */
function serviceMessage(body: unknown, apiKey: string): string | undefined {
	try {
		const words = extractErrorMessage(body);
		return words === undefined ? undefined : redactKey(words, apiKey);
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
 * What a service that takes no requests tells the user.
 *
 * @param told what it answered to this request, if it was sent
 */
export function detailsOfRateLimit(error: RateLimitTimeoutError, told?: ErrorDetails): ErrorDetails {
	const why = rateLimitReason(error);
	return {
		message: told?.message ?? 'The service takes no more requests for now',
		description: `The service limits how often it can be called (429): ${why}. Run the workflow again later, or with fewer items.`,
		httpCode: told?.httpCode ?? '429',
	};
}

/** What happened on the way, by the code of the network error. */
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
 * What a request that got no answer tells the user. Anything but the network, such as what the
 * credential refused, is passed on word for word.
 */
export function detailsOfNetworkError(error: unknown): ErrorDetails {
	const code = networkCode(error);
	if (code === undefined) return { message: (error as Error).message };
	const usual = isCertificateError(code) ? 'its certificate is not trusted' : 'the connection did not work';
	return {
		message: `The Audience Page service cannot be reached: ${NETWORK_ERRORS[code] ?? usual}`,
		description: `Check the Base URL in the credential, and whether the service is up (${code}).`,
	};
}

const mayHaveSucceeded = (message: string): string => `${message}. The service may have done it all the same`;

/** A write whose outcome is not known must be looked at by a person before it is sent again. */
export const withUnknownOutcome = ({ message, ...told }: ErrorDetails): ErrorDetails => ({
	...told,
	message: mayHaveSucceeded(message),
	description:
		'The answer was lost on its way, and this request cannot be repeated without doing it twice. Look whether the record is there before you send it again.',
});

/** A write whose outcome is not known either, but which its key lets anyone send again. */
export const withRetryableOutcome = ({ message, ...told }: ErrorDetails): ErrorDetails => ({
	...told,
	message: mayHaveSucceeded(message),
	description:
		'An answer was lost on its way. A second try of this execution (Retry On Fail, or Retry in the list of executions) sends the same idempotency key, by which the service can tell that it is the same entry.',
});

/** A conflict with a key that this very request has carried before. */
export const withDuplicateKey = ({ message, ...told }: ErrorDetails): ErrorDetails => ({
	...told,
	message: `Probably written by the earlier try: ${message}`,
	description:
		'The answer to an earlier try was lost, and the service now says that it has an entry with this idempotency key (409).',
});
