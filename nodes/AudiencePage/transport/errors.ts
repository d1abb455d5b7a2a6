import {
	NodeApiError,
	NodeOperationError,
	type IExecuteSingleFunctions,
	type IN8nHttpFullResponse,
	type INode,
} from 'n8n-workflow';

import { LONGEST_WAIT, type TooLongLimited } from './limiter';
import { isAboutCertificate, isSuccess, networkCode } from './outcome';
import { serviceWords } from './serviceWords';
import { withoutKey } from './withoutKey';

const LONGEST_QUOTE = 300;

/** What n8n shows and stores of an error. */
export interface Told {
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
export function apiError(node: INode, { advice, ...told }: Told): NodeApiError {
	const message = advice === undefined ? told.message : sentences(told.message, advice);
	return new NodeApiError(node, {}, { ...told, message });
}

/** What an answer means and what the user can do about it, by its status. */
function explained(statusCode: number, path: string): Pick<Told, 'advice' | 'description'> {
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
export function toldByAnswer({ statusCode, body }: IN8nHttpFullResponse, path: string, apiKey: string): Told {
	// Cut last: a key that is cut in two would not be found.
	const words = wordsOf(body, apiKey)?.slice(0, LONGEST_QUOTE);
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
function wordsOf(body: unknown, apiKey: string): string | undefined {
	try {
		const words = serviceWords(body);
		return words === undefined ? undefined : withoutKey(words, apiKey);
	} catch {
		return undefined;
	}
}

function whyTooLong({ asked, tookOthers }: TooLongLimited): string {
	if (tookOthers) return 'it has rejected this request for 30 minutes, but accepted others';
	if (asked === undefined) return 'it has accepted nothing for 5 minutes';
	return `it asks to wait ${Math.ceil(asked / 1000)} seconds, but this node waits ${LONGEST_WAIT / 1000} at most`;
}

/**
 * What a service that takes no requests tells the user.
 *
 * @param told what it answered to this request, if it was sent
 */
export function toldByLimit(error: TooLongLimited, told?: Told): Told {
	const why = whyTooLong(error);
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
export function toldByNetwork(error: unknown): Told {
	const code = networkCode(error);
	if (code === undefined) return { message: (error as Error).message };
	const usual = isAboutCertificate(code) ? 'its certificate is not trusted' : 'the connection failed';
	return {
		message: `No answer from the Audience Page service: ${NETWORK_ERRORS[code] ?? usual}`,
		advice: 'Check the Base URL in the credential, and whether the service is up',
		description: `Network error: ${code}.`,
	};
}

/** A write whose outcome is not known must be looked at by a person before it is sent again. */
export const asUnknownOutcome = (told: Told): Told => ({
	...told,
	advice: 'The request may have succeeded: check whether the record exists before you retry',
	description: 'The service did not confirm the request, and a retry could write it twice.',
});

/** A write whose outcome is not known either, but which its key lets anyone send again. */
export const asUnknownWithKey = (told: Told): Told => ({
	...told,
	advice: 'The request may have succeeded: retry this execution, which sends the same idempotency key',
	description:
		'The service did not confirm the request. A retry (Retry On Fail, or Retry in the list of executions) sends the same idempotency key, by which the service can recognize the log entry.',
});

/** A conflict with a key that this very request has carried before. */
export const asWrittenEarlier = ({ message, ...told }: Told): Told => ({
	...told,
	message: `Probably written by a previous attempt: ${message}`,
	description:
		'The service did not confirm a previous attempt, and now reports that it has a log entry with this idempotency key (409).',
});

const LONGEST_VALUE = 80;

/** A value as an error shows it: on one line, and shortened. What is no text, number or switch is not shown. */
function shown(value: unknown): string {
	if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return '';
	const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
	return ` (got ${text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text})`;
}

/**
 * The refusal of a value, in the words of the form.
 *
 * @param nothing what was not done: a value that only the service can judge was looked up first
 * @param value what was refused, to be shown; none of a field in which a secret may stand
 * @returns an error whose message is "<Display Name> <broken rule> (got <value>)" and which names the item, if there
 * is one
 */
export function refusal(
	context: Pick<IExecuteSingleFunctions, 'getNode' | 'getItemIndex'>,
	displayName: string,
	brokenRule: string,
	nothing: 'sent' | 'done' = 'sent',
	value?: unknown,
): NodeOperationError {
	// A trigger has no items.
	const itemIndex = context.getItemIndex() as number | undefined;
	const whose = itemIndex === undefined ? '' : ` for item ${itemIndex}`;
	return new NodeOperationError(context.getNode(), `${displayName} ${brokenRule}${shown(value)}`, {
		itemIndex,
		description: `Nothing was ${nothing}${whose}.`,
	});
}
