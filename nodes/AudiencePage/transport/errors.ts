import {
	NodeApiError,
	type Failure,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
	type INode,
} from 'n8n-workflow';

import { isEmpty } from '../shared/values';
import { joinSentences, withMessage, sentences } from '../shared/words';
import { redactKey } from './connection';
import type { NetworkError } from './networkError';
import { isRedirect, isSuccess, jsonObject, type Attempt } from './outcome';
import { endpointOf } from './request';

/** Characters of an answer, and of a message in it, that are shown. */
const MAX_ANSWER_LENGTH = 500;
const MAX_MESSAGE_LENGTH = 300;
/** Characters of an answer that are looked at. */
const MAX_BODY_LENGTH = 10_000;

const CHECK_BASE_URL = 'Check the Base URL in the credential';

/** What n8n shows and stores of an error. */
export interface ErrorDetails {
	message: string;
	/** What the user can do: it ends the message, which is all that an AI agent is shown. */
	advice?: string;
	description?: string;
	httpCode?: string;
	/** Why, for an n8n that waits longer before its next poll. */
	failure?: Failure;
}

/** Of a write that may be done, and that a retry may do twice. n8n shows it as any other. */
export class UnknownOutcomeError extends NodeApiError {
	static override readonly name = NodeApiError.name;
}

/** Of a write that may be done, and whose idempotency key makes a retry safe. */
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
	return withMessage(new Type(node, {}, { ...details, message }), message);
}

export const TRY_LATER = 'Try again later';
const SAME_KEY =
	'A retry of this execution sends the same idempotency key; so does another execution, if the key is your own';

/** What to do about a write whose request has failed. */
export const WHAT_TO_DO = {
	notDone: 'It was not done',
	/** It sets values. */
	runAgain: 'It may be done: run it again, that writes nothing twice',
	/** Its operation looks for what is there before it creates anything; a search may be late. */
	runAgainLater: 'It may be done: run it again in five minutes, that writes nothing twice',
	/** It has an idempotency key. */
	retry: 'It may be done: retry this execution, or check in Audience Page before you send it again',
	checkFirst: 'It may be done: check in Audience Page before you send it again',
};

type Doubt = keyof typeof WHAT_TO_DO;

const ERROR_TYPES: Record<Doubt, typeof NodeApiError> = {
	notDone: NodeApiError,
	runAgain: NodeApiError,
	runAgainLater: UnknownOutcomeError,
	retry: RetryableOutcomeError,
	checkFirst: UnknownOutcomeError,
};

/** The error of a write, with what to do about it. */
export function writeError(node: INode, details: ErrorDetails, doubt: Doubt): NodeApiError {
	const isInDoubt = doubt !== 'notDone';
	const ownAdvice = isInDoubt && details.advice === TRY_LATER ? undefined : details.advice;
	const advice = joinSentences(ownAdvice, WHAT_TO_DO[doubt]);
	const description =
		doubt === 'retry' ? sentences(details.description, SAME_KEY) : details.description;
	return apiError(node, { ...details, advice, description }, ERROR_TYPES[doubt]);
}

/** A text without the markup of a web page. */
function withoutMarkup(text: string): string {
	if (!/<(!doctype|html|head|body)\b/i.test(text)) return text.trim();
	return text
		.replace(/<(head|script|style)\b.*?<\/\1>/gis, ' ')
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
}

/** What the service itself says, whose shape is not shown (service interface, section 7). */
function messageIn(body: unknown): string | undefined {
	const { message, error, detail, title } = Object(body) as Record<string, unknown>;
	const { message: ofError } = Object(error) as Record<string, unknown>;
	const text = [message, error, ofError, detail, title].find(
		(value) => typeof value === 'string' && !isEmpty(value),
	);
	return (text as string | undefined)?.trim();
}

/** What to do about a status. */
const ADVICE: Record<number, string> = {
	401: 'Check the API Key in the credential, and what the key may do',
	403: 'Check the API Key in the credential, and what the key may do',
	404: "Check the IDs in the node: a name isn't an ID, From List shows the records. If they are right, check the credential: another API key or Base URL leads to other records",
	407: 'Check the proxy that n8n uses',
	408: TRY_LATER,
	409: 'Check the values in the node, and whether the record already exists',
	425: TRY_LATER,
};

function adviceOn(statusCode: number, request: IHttpRequestOptions): string {
	const hasId = endpointOf(request).includes('{id}');
	const isOfAddress = isRedirect(statusCode) || (statusCode === 404 && !hasId);
	if (isOfAddress) return CHECK_BASE_URL;
	return ADVICE[statusCode] ?? (statusCode >= 500 ? TRY_LATER : 'Check the values in the node');
}

const NOT_FOLLOWED = 'Redirects are not followed, to keep your API key safe';

/**
 * Of an answer that is an error, or not what was asked for: what the service says, what to do, and
 * the answer as it came.
 */
function detailsOfResponse(
	response: IN8nHttpFullResponse,
	request: IHttpRequestOptions,
	redact: (text: string) => string,
): ErrorDetails {
	const { statusCode, body } = response;
	const asItCame = typeof body === 'string' ? body : JSON.stringify(body ?? '');
	// Cut after that: half a key would not be found.
	const text = isEmpty(body) ? '' : redact(asItCame).slice(0, MAX_BODY_LENGTH);
	const answer = withoutMarkup(text).slice(0, MAX_ANSWER_LENGTH);
	const message = redact(messageIn(body) ?? '').slice(0, MAX_MESSAGE_LENGTH);
	const description = sentences(
		answer || undefined,
		redact(`Answer ${statusCode} to ${request.method} ${request.url}`),
		isRedirect(statusCode) ? NOT_FOLLOWED : undefined,
	);
	const details = { description, httpCode: String(statusCode) };
	if (isSuccess(statusCode)) return { ...details, ...notWhatWasAskedFor(response, message) };
	const reason = message || answer.slice(0, MAX_MESSAGE_LENGTH);
	return {
		...details,
		message: reason || `The service returned ${statusCode} without a reason`,
		advice: adviceOn(statusCode, request),
	};
}

function notWhatWasAskedFor(response: IN8nHttpFullResponse, message: string) {
	const advice = `${CHECK_BASE_URL}, and whatever stands between n8n and the service`;
	if (jsonObject(response) === undefined)
		return { message: 'The service did not return JSON', advice };
	const missing = 'The service answered without what was asked for';
	return { message: message === '' ? missing : `${missing}. It says: ${message}`, advice };
}

function detailsOfNetworkError({ code, outcome, reason, proxy }: NetworkError): ErrorDetails {
	const description = `Network error: ${code}.`;
	if (proxy !== undefined)
		return {
			message: `No answer from the proxy that n8n uses (${proxy}): ${reason}`,
			advice: 'Check the proxy settings of n8n, such as HTTPS_PROXY',
			description,
		};
	const isAddressRight = outcome === 'unknown';
	return {
		message: `No answer from the Audience Page service: ${reason}`,
		advice: isAddressRight
			? 'Check whether the service is up'
			: `${CHECK_BASE_URL}, and whether the service is up`,
		description,
	};
}

/** Of an attempt that has failed. The key of the credential is taken out of all texts. */
export function detailsOf(
	{ response, networkError, error }: Attempt,
	request: IHttpRequestOptions,
	credential: ICredentialDataDecryptedObject,
): ErrorDetails {
	const redact = (text: string) => redactKey(text, credential);
	if (response) return detailsOfResponse(response, request, redact);
	if (networkError) return detailsOfNetworkError(networkError);
	return { message: redact(error?.message ?? '') };
}

/** @param response the details of the last response to this request, if it was sent */
export const detailsOfRateLimit = (reason: string, response?: ErrorDetails): ErrorDetails => ({
	message: response?.message ?? 'The service accepts no more requests for now',
	advice: TRY_LATER,
	description: sentences(
		response?.description,
		`The service limits the rate of requests: ${reason}`,
	),
	httpCode: response?.httpCode ?? '429',
});
