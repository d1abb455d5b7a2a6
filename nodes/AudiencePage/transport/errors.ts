import { NodeApiError, type IN8nHttpFullResponse, type INode } from 'n8n-workflow';

import { joinSentences, saying } from '../shared/words';
import {
	isCertificateError,
	isRedirect,
	isSuccess,
	jsonObject,
	networkCode,
	reportsError,
} from './outcome';
import { MAX_RESPONSE_SIZE } from './receive';
import { redactKey } from './redact';
import { endpointOf } from './request';

const MAX_MESSAGE_LENGTH = 300;
const MAX_ID_LENGTH = 80;
/** Paths whose IDs can be chosen from a list. */
const HAS_PICKER = /^\/v0\/(pages|persons)\//;
const CHECK_BASE_URL = 'Check the Base URL in the credential';

/** What n8n shows and stores of an error. */
export interface ErrorDetails {
	message: string;
	/** What the user can do: it ends the message, which is all that an AI agent is shown. */
	advice?: string;
	description?: string;
	httpCode?: string;
}

/**
 * Of a write that the service may have processed, and that a retry may do twice. n8n shows it as
 * any other.
 */
export class UnknownOutcomeError extends NodeApiError {
	static override readonly name = NodeApiError.name;
}

/** Of a write that the service may have processed, and whose idempotency key makes a retry safe. */
export class RetryableOutcomeError extends NodeApiError {
	static override readonly name = NodeApiError.name;
}

/**
 * To n8n, an error with "canceled", say of a deal, is a canceled execution, which cannot be
 * retried.
 */
export const notCanceled = (text: string): string => text.replaceAll('canceled', 'cancelled');

/** Without the request and the response, which n8n would store. */
export function apiError(node: INode, { advice, ...details }: ErrorDetails, Type = NodeApiError) {
	const message = notCanceled(joinSentences(details.message, advice));
	return saying(new Type(node, {}, { ...details, message }), message);
}

/** What to do about a status, and what it means. */
function explanationOf(statusCode: number, path: string): [advice: string, description: string] {
	if ([401, 403].includes(statusCode))
		return [
			'Check the API Key in the credential, and what the key may do',
			`The service rejected the API key (${statusCode}).`,
		];
	if (statusCode === 404 && !endpointOf({ url: path }).includes('{id}'))
		return [CHECK_BASE_URL, `The service has nothing at ${path} (404).`];
	if (statusCode === 404) {
		const noId = path
			.split('/')
			.map(decodeURIComponent)
			.find((segment) => /[^\w-]/.test(segment));
		const advice =
			noId === undefined
				? `Check the IDs in the node: a name isn't an ID.${HAS_PICKER.test(path) ? ' From List shows the records.' : ''} If the IDs are right, check the credential: another API key or Base URL leads to other records`
				: `${JSON.stringify(noId.slice(0, MAX_ID_LENGTH))} looks like a name or an address, not an ID${HAS_PICKER.test(path) ? '. Choose From List instead' : ''}`;
		return [advice, `No record found at ${path} (404).`];
	}
	if (isRedirect(statusCode))
		return [
			CHECK_BASE_URL,
			`The service redirected the request (${statusCode}): the Base URL may be wrong. Redirects are not followed, to keep your API key safe.`,
		];
	if (statusCode === 407)
		return ['Check the proxy that n8n uses', 'The proxy rejected the request (407).'];
	if (statusCode >= 500 || [408, 425].includes(statusCode))
		return ['Try again later', `The service could not answer (${statusCode}).`];
	const isThere = statusCode === 409 ? ', and whether the record already exists' : '';
	return [
		`Check the values in the node${isThere}`,
		`The service rejected the request (${statusCode}).`,
	];
}

/**
 * For an error, or no JSON: the service's own message without the key, then what to check. It never
 * throws.
 */
export function detailsOfResponse(
	response: IN8nHttpFullResponse,
	path: string,
	key: string,
): ErrorDetails {
	const { statusCode, body } = response;
	// Cut after redaction: half a key would not be found.
	const words = extractErrorMessage(body);
	const ownMessage = words && redactKey(words, key).slice(0, MAX_MESSAGE_LENGTH);
	const httpCode = String(statusCode);
	const json = jsonObject(response);
	if (!isSuccess(statusCode) || (json && reportsError(json))) {
		const message = ownMessage ?? `The service returned ${statusCode} without a reason`;
		const [advice, description] = explanationOf(statusCode, path);
		return { message, advice, description, httpCode };
	}
	if (json === undefined) {
		const description = `The Base URL may belong to a website. The response begins: ${ownMessage ?? '(empty)'}`;
		return {
			message: 'The service did not return JSON',
			advice: CHECK_BASE_URL,
			description,
			httpCode,
		};
	}
	return { ...withoutRecord(ownMessage), httpCode };
}

/** Of a success that does not hold what was asked for. */
export const withoutRecord = (ownMessage?: string): ErrorDetails => ({
	message: `The service answered without the record${ownMessage === undefined ? '' : `. It says: ${ownMessage}`}`,
	advice: `${CHECK_BASE_URL}, and whatever stands between n8n and the service`,
	description: 'A proxy or gateway may have answered instead of the service.',
});

const MAX_DEPTH = 5;
const MAX_PARTS = 20;
const MAX_BODY_LENGTH = 100_000;

/** Each attempt to match ends at the next tag, so that it takes linear time. */
const TITLE = /<(title|h1)\b[^<>]*>\s*(?!error\s*<)([^<\s][^<]*)<\/\1/i;

function messageInText(text: string): string | undefined {
	return (
		(/<(!doctype|html|head|body)\b/i.test(text) ? TITLE.exec(text)?.[2] : text)?.trim() || undefined
	);
}

const joined = (messages: Array<string | undefined>): string | undefined =>
	messages
		.filter((message) => message !== undefined)
		.join('; ')
		.slice(0, MAX_BODY_LENGTH) || undefined;

/** What `{name: ["is taken"]}` says of each field: "name is taken". */
const messagesOfFields = (errors: unknown, depth: number): string | undefined =>
	joined(
		Object.entries(Object(errors) as object)
			.slice(0, MAX_PARTS)
			.map(([field, part]) => {
				const message = extractErrorMessage(part, depth);
				return message && `${field} ${message}`;
			}),
	);

/**
 * The message in the body of an error, whose shape is not shown (section 7): all common ones are
 * understood.
 */
export function extractErrorMessage(body: unknown, depth = 0): string | undefined {
	if (typeof body === 'string') return messageInText(body.slice(0, MAX_BODY_LENGTH));
	if (typeof body !== 'object' || body === null || depth > MAX_DEPTH) return undefined;
	const messageIn = (part: unknown) => extractErrorMessage(part, depth + 1);
	if (Array.isArray(body)) return joined(body.slice(0, MAX_PARTS).map(messageIn));
	const { message, msg, error, errors, detail, title } = body as Record<string, unknown>;
	const all = [message, msg, error, errors, detail, title].map(messageIn);
	return all.find((part) => part !== undefined) ?? messagesOfFields(errors ?? error, depth + 1);
}

/** @param response the details of the last response to this request, if it was sent */
export const detailsOfRateLimit = (reason: string, response?: ErrorDetails): ErrorDetails => ({
	message: response?.message ?? 'The service accepts no more requests for now',
	advice: 'Try again later',
	description: `The service limits the rate of requests (${response?.httpCode ?? 429}): ${reason}.`,
	httpCode: response?.httpCode ?? '429',
});

const NETWORK_ERRORS: Record<string, string> = {
	ECONNREFUSED: 'nothing is listening at this address',
	ENOTFOUND: 'the host name does not exist',
	EAI_AGAIN: 'the host name could not be looked up',
	ECONNRESET: 'the connection was closed',
	ECONNABORTED: 'the request timed out',
	ETIMEDOUT: 'the request timed out',
	EHOSTUNREACH: 'the server is unreachable',
	EPROTO: 'no secure connection could be made, as with a server that does not use HTTPS',
	EPROXY: 'the proxy closed the connection',
	ENETUNREACH: 'the network is unreachable',
	ERR_CANCELED: 'the execution ended first', // "canceled" would make n8n take the whole run for that
	EMSGSIZE: `the response is larger than ${MAX_RESPONSE_SIZE / 1024 / 1024} MB`,
};

/** An error that is not of the network, such as one of the credential, keeps its message. */
export function detailsOfNetworkError(error: unknown): ErrorDetails {
	const code = networkCode(error);
	if (code === undefined) return { message: (error as Error).message };
	return {
		message: `No answer from the Audience Page service: ${NETWORK_ERRORS[code] ?? (isCertificateError(code) ? 'its certificate is not trusted' : 'the connection failed')}`,
		advice:
			code === 'ERR_CANCELED' ? undefined : `${CHECK_BASE_URL}, and whether the service is up`,
		description: `Network error: ${code}.`,
	};
}

/** What to do about a record that may have been created, without a key. */
function unsafeDetails(description: string | undefined, isRepeatable: boolean) {
	const unconfirmed = joinSentences(description, 'The service did not confirm the request');
	const looksFirst = 'run it again, it first looks for what is there';
	const checkFirst = 'check in Audience Page whether it was done before you send it again';
	return {
		advice: `The request may have succeeded: ${isRepeatable ? looksFirst : checkFirst}`,
		description: isRepeatable
			? `${unconfirmed}.`
			: `${unconfirmed}, and sent again, it could be written twice.`,
	};
}

/** What to do about a log entry that may be written: of the error, a model sees no more. */
const CHECK_ENTRY = 'check whether the log entry exists before you send it again';
const SAME_KEY =
	'A retry of this execution sends the same idempotency key; so does another execution, if the key is your own';

/**
 * How a write that failed may have been processed nevertheless:
 * - `unsafe`: now, and a retry may do it twice.
 * - `safe`: now, and its idempotency key makes a retry safe.
 * - `previous`: not now, but perhaps at a previous attempt with the same idempotency key.
 * - `duplicate`: at a previous attempt, since the service refuses the idempotency key.
 */
export type Doubt = 'unsafe' | 'safe' | 'previous' | 'duplicate';

export function doubtfulError(
	node: INode,
	details: ErrorDetails,
	doubt: Doubt,
	isRepeatable = false,
) {
	const { message, advice, description } = details;
	const texts: Record<Doubt, Partial<ErrorDetails>> = {
		unsafe: unsafeDetails(description, isRepeatable),
		safe: {
			advice: `The request may have succeeded: ${CHECK_ENTRY}`,
			description: `${joinSentences(description, SAME_KEY)}.`,
		},
		previous: {
			advice: joinSentences(advice, `A previous attempt may have succeeded: ${CHECK_ENTRY}`),
			description: `${joinSentences(description, SAME_KEY)}.`,
		},
		duplicate: {
			message: `The log entry may have been written by a previous attempt: ${message}`,
			advice: 'Check whether the log entry exists',
			description:
				'The service refuses the idempotency key of a previous attempt (409): it has the log entry, or is still writing it.',
		},
	};
	const ErrorType = doubt === 'unsafe' ? UnknownOutcomeError : RetryableOutcomeError;
	return apiError(node, { ...details, ...texts[doubt] }, ErrorType);
}
