import {
	NodeApiError,
	NodeOperationError,
	type IExecuteSingleFunctions,
	type IN8nHttpFullResponse,
	type INode,
} from 'n8n-workflow';

const LONGEST_QUOTE = 300;

/** What n8n shows and stores of an error. */
interface Told {
	message: string;
	description?: string;
	httpCode?: string;
	itemIndex?: number;
}

/** n8n keeps all that it is given of a request or an answer, so it is given neither. */
export const apiError = (node: INode, told: Told): NodeApiError => new NodeApiError(node, {}, told);

/** Any 2xx: the status codes of the service are not shown (service interface, section 4). */
export const isSuccess = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300;

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
	if (statusCode === 429) {
		return 'The service limits how often it can be called (429). Run the workflow again later, or with fewer items.';
	}
	if (statusCode >= 500) {
		return `The service could not answer (${statusCode}). Run the workflow again later.`;
	}
	return `The service refused the request (${statusCode}). Check the fields of the node against the message.`;
}

/** The one line a person would read aloud from an HTML page: its title or first heading. */
function pageTitle(html: string): string | undefined {
	const [, , title] = /<(title|h1)[^>]*>([^<]*)<\/\1>/i.exec(html) ?? [];
	return title?.trim();
}

/**
 * The service's own words in the body of an answer, or undefined where there are none.
 *
 * The shape of an error body is not shown (service interface, section 7), so every usual one is
 * read: `{message}`, `{error: "…"}`, `{error: {message}}`, `{errors: […]}`, plain text, HTML.
 */
export function serviceWords(body: unknown): string | undefined {
	if (typeof body === 'string') {
		const text = /<(!doctype|html|head|body)\b/i.test(body) ? pageTitle(body) : body.trim();
		return text === undefined || text === '' ? undefined : text.slice(0, LONGEST_QUOTE);
	}
	if (Array.isArray(body)) {
		const words = body.map(serviceWords).filter((line) => line !== undefined);
		return words.length > 0 ? words.join('; ').slice(0, LONGEST_QUOTE) : undefined;
	}
	if (typeof body !== 'object' || body === null) return undefined;

	const { message, error, errors, detail, title } = body as Record<string, unknown>;
	return [message, error, errors, detail, title].map(serviceWords).find((line) => line !== undefined);
}

/**
 * The error for an answer that is not the one asked for: the service's words first, then what to
 * look at. Nothing of the request but its path is in it, and never the key, should a service
 * repeat it.
 */
export function answerError(
	node: INode,
	{ statusCode, body }: IN8nHttpFullResponse,
	path: string,
	apiKey: string,
	itemIndex?: number,
): NodeApiError {
	const words = serviceWords(body)?.replaceAll(apiKey, '(API key)');
	const message = isSuccess(statusCode)
		? 'The service answered with something that is not JSON'
		: (words ?? `The service answered ${statusCode} without saying why`);
	const description = isSuccess(statusCode)
		? `Check the Base URL in the credential: it may belong to a web page. The answer began: ${words ?? '(empty)'}`
		: advice(statusCode, path);

	return apiError(node, { message, description, httpCode: String(statusCode), itemIndex });
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
	EPIPE: 'the connection was cut',
};

function networkCode(error: unknown): string | undefined {
	for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
		const { code, cause } = current as Error & { code?: unknown };
		if (typeof code === 'string') return code;
		current = cause;
	}
	return undefined;
}

/**
 * The error for a request that got no answer. Anything else, such as what the credential refused,
 * is passed on word for word.
 */
export function requestError(node: INode, error: unknown, itemIndex?: number): NodeApiError {
	const code = networkCode(error);
	if (code === undefined) return apiError(node, { message: (error as Error).message, itemIndex });
	return apiError(node, {
		message: `The Audience Page service cannot be reached: ${NETWORK_ERRORS[code] ?? 'the connection did not work'}`,
		description: `Check the Base URL in the credential, and whether the service is up (${code}).`,
		itemIndex,
	});
}

/**
 * The refusal of a value, in the words of the form.
 *
 * @returns an error whose message is "<Display Name> <broken rule>" and which names the item
 */
export function refusal(
	context: IExecuteSingleFunctions,
	displayName: string,
	brokenRule: string,
): NodeOperationError {
	const itemIndex = context.getItemIndex();
	return new NodeOperationError(context.getNode(), `${displayName} ${brokenRule}`, {
		itemIndex,
		description: `Nothing was sent for item ${itemIndex}. Check the field '${displayName}'.`,
	});
}
