import {
	NodeApiError,
	NodeOperationError,
	type IExecuteSingleFunctions,
	type IN8nHttpFullResponse,
	type INode,
} from 'n8n-workflow';

import { MAX_RETRY_AFTER, type RateLimitTimeoutError } from './limiter';
import { isCertificateError, isSuccess, networkCode } from './outcome';
import { extractErrorMessage } from './errorMessage';
import { redactKey } from './redactKey';

const MAX_MESSAGE_LENGTH = 300;

/** What n8n shows and stores of an error. */
export interface ErrorDetails {
	message: string;
	/** What the user can do: it ends the message, which is all that an AI agent is shown. */
	advice?: string;
	description?: string;
	httpCode?: string;
	itemIndex?: number;
}

const sentences = (...parts: string[]): string =>
	parts
		.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
		.join(' ')
		.replace(/\.$/, '');

/** n8n keeps all that it is given of a request or an answer, so it is given neither. */
export function apiError(node: INode, { advice, ...told }: ErrorDetails): NodeApiError {
	const message = advice === undefined ? told.message : sentences(told.message, advice);
	return new NodeApiError(node, {}, { ...told, message });
}

/** What an answer means and what the user can do about it, by its status. */
function explained(statusCode: number, path: string): Pick<ErrorDetails, 'advice' | 'description'> {
	if (statusCode === 401 || statusCode === 403) {
		return {
			advice: 'Check the API Key in the credential, and what the key may do',
			description: `The service rejected the API key (${statusCode}).`,
		};
	}
	if (statusCode === 404) {
		return {
			advice: 'Check the IDs in the node, and the Base URL in the credential',
			description: `No record found at ${path} (404).`,
		};
	}
	if (statusCode >= 300 && statusCode < 400) {
		return {
			advice: 'Check the Base URL in the credential',
			description: `The service redirected the request (${statusCode}). Redirects are not followed, to keep your API key safe.`,
		};
	}
	if (statusCode >= 500) {
		return { advice: 'Try again later', description: `The service could not answer (${statusCode}).` };
	}
	return { description: `The service rejected the request (${statusCode}).` };
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
			message: 'The service did not return JSON',
			advice: 'Check the Base URL in the credential',
			description: `The Base URL may belong to a website. The response begins: ${words ?? '(empty)'}`,
			httpCode,
		};
	}
	return {
		message: words ?? `The service returned ${statusCode} without a reason`,
		...explained(statusCode, path),
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
	if (othersSucceed) return 'it has rejected this request for 30 minutes, but accepted others';
	if (requestedWait === undefined) return 'it has accepted nothing for 5 minutes';
	return `it asks to wait ${Math.ceil(requestedWait / 1000)} seconds, but this node waits ${MAX_RETRY_AFTER / 1000} at most`;
}

/**
 * What a service that takes no requests tells the user.
 *
 * @param told what it answered to this request, if it was sent
 */
export function detailsOfRateLimit(error: RateLimitTimeoutError, told?: ErrorDetails): ErrorDetails {
	const why = rateLimitReason(error);
	return {
		message: told?.message ?? 'The service accepts no more requests for now',
		advice: 'Try again later, or with fewer items',
		description: `The service limits the rate of requests (429): ${why}.`,
		httpCode: told?.httpCode ?? '429',
	};
}

/** What happened on the way, by the code of the network error. */
const NETWORK_ERRORS: Record<string, string> = {
	ECONNREFUSED: 'nothing is listening at this address',
	ENOTFOUND: 'the host name does not exist',
	EAI_AGAIN: 'the host name could not be looked up',
	ECONNRESET: 'the connection was closed',
	ECONNABORTED: 'the request timed out',
	ETIMEDOUT: 'the request timed out',
	EHOSTUNREACH: 'the server is unreachable',
	ENETUNREACH: 'the network is unreachable',
	EPIPE: 'the connection was closed',
	ERR_CANCELED: 'the execution was canceled',
};

/**
 * What a request that got no answer tells the user. Anything but the network, such as what the
 * credential refused, is passed on word for word.
 */
export function detailsOfNetworkError(error: unknown): ErrorDetails {
	const code = networkCode(error);
	if (code === undefined) return { message: (error as Error).message };
	const usual = isCertificateError(code) ? 'its certificate is not trusted' : 'the connection failed';
	return {
		message: `No answer from the Audience Page service: ${NETWORK_ERRORS[code] ?? usual}`,
		advice: 'Check the Base URL in the credential, and whether the service is up',
		description: `Network error: ${code}.`,
	};
}

/** A write whose outcome is not known must be looked at by a person before it is sent again. */
export const withUnknownOutcome = (told: ErrorDetails): ErrorDetails => ({
	...told,
	advice: 'The request may have succeeded: check whether the record exists before you retry',
	description: 'The service did not confirm the request, and a retry could write it twice.',
});

/** A write whose outcome is not known either, but which its key lets anyone send again. */
export const withRetryableOutcome = (told: ErrorDetails): ErrorDetails => ({
	...told,
	advice: 'The request may have succeeded: retry this execution, which sends the same idempotency key',
	description:
		'The service did not confirm the request. A retry (Retry On Fail, or Retry in the list of executions) sends the same idempotency key, by which the service can recognize the log entry.',
});

/** A conflict with a key that this very request has carried before. */
export const withDuplicateKey = ({ message, ...told }: ErrorDetails): ErrorDetails => ({
	...told,
	message: `Probably written by a previous attempt: ${message}`,
	description:
		'The service did not confirm a previous attempt, and now reports that it has a log entry with this idempotency key (409).',
});

const MAX_VALUE_LENGTH = 80;

/** A value as an error shows it: on one line, and shortened. What is no text, number or switch is not shown. */
function quotedValue(value: unknown): string {
	if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return '';
	const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
	return ` (got ${text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text})`;
}

/**
 * The refusal of a value, in the words of the form.
 *
 * @param nothing what was not done: a value that only the service can judge was looked up first
 * @param value what was refused, to be shown; none of a field in which a secret may stand
 * @returns an error whose message is "<Display Name> <broken rule> (got <value>)" and which names the item, if there
 * is one
 */
export function fieldError(
	context: Pick<IExecuteSingleFunctions, 'getNode' | 'getItemIndex'>,
	displayName: string,
	brokenRule: string,
	nothing: 'sent' | 'done' = 'sent',
	value?: unknown,
): NodeOperationError {
	// A trigger has no items.
	const itemIndex = context.getItemIndex() as number | undefined;
	const whose = itemIndex === undefined ? '' : ` for item ${itemIndex}`;
	return new NodeOperationError(context.getNode(), `${displayName} ${brokenRule}${quotedValue(value)}`, {
		itemIndex,
		description: `Nothing was ${nothing}${whose}.`,
	});
}
