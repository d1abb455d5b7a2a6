import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
	INodePropertyRouting,
	PostReceiveAction,
	PreSendAction,
} from 'n8n-workflow';

import { answerError, isSuccess, requestError } from './errors';

export const CREDENTIAL = 'audiencePageApi';

/** Left empty on the form: such a value is not sent (an agent fills `""` where it means nothing). */
export const isEmpty = (value: unknown): value is '' | null | undefined =>
	value === '' || value === null || value === undefined;

/** Every answer comes back as it is: n8n's own errors hide the service's words. */
const OUR_OWN_ERRORS = { disableFollowRedirect: true, ignoreHttpStatusErrors: true, json: true };

/** What every request of an operation has in common; the credential adds the key. */
export const REQUEST_DEFAULTS = {
	baseURL: '={{$credentials.baseUrl}}',
	...OUR_OWN_ERRORS,
} satisfies DeclarativeRestApiSettings.HttpRequestOptions;

const filled = (values: IDataObject = {}): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));

/** A field that was left empty is not sent. */
const leaveOutEmpty: PreSendAction = async (request) => ({
	...request,
	body: filled(request.body as IDataObject),
	qs: filled(request.qs),
});

/** The path of a request for a message: without the query, which may hold what a user searched for. */
const pathOf = (url = ''): string => url.split('?')[0] ?? '';

async function apiKeyOf(context: IExecuteSingleFunctions | ILoadOptionsFunctions): Promise<string> {
	const { apiKey } = await context.getCredentials<{ apiKey: string }>(CREDENTIAL);
	return apiKey;
}

/** What an operation can go on with: a success with a JSON object, or an empty one. */
function isAnswer({ statusCode, body }: IN8nHttpFullResponse): boolean {
	const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
	return isSuccess(statusCode) && (isObject || isEmpty(body));
}

/** The body goes out as a string of ours: n8n drops an empty object, and `__proto__` of any other. */
function writtenOut(request: DeclarativeRestApiSettings.HttpRequestOptions) {
	const { body, ...withoutBody } = request;
	if (request.method === 'GET') return withoutBody;
	return {
		...withoutBody,
		body: JSON.stringify(body),
		headers: { ...request.headers, 'Content-Type': 'application/json' },
	};
}

/** One request and what came back: the whole answer, and its items as the operation makes them. */
interface Exchange {
	body: IDataObject;
	items: INodeExecutionData[];
}

/**
 * Sends a request that n8n has put together for one item, and links what came back to that item.
 *
 * @throws NodeApiError with the service's words, or with what happened on the way
 */
export async function exchange(
	context: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
): Promise<Exchange> {
	const item = context.getItemIndex();
	let body: IDataObject = {};
	let refused: Error | undefined;

	// First of all steps: the later ones expect an answer, and see only their share of it.
	const takeAnswer: PostReceiveAction = async (items, response) => {
		if (!isAnswer(response)) {
			const path = pathOf(requestData.options.url);
			refused = answerError(context.getNode(), response, path, await apiKeyOf(context), item);
			throw refused;
		}
		if (isEmpty(response.body)) return [{ json: {} }];
		body = response.body as IDataObject;
		return items;
	};

	requestData.postReceive.unshift({ data: { parameterValue: undefined }, actions: [takeAnswer] });
	try {
		const options = writtenOut(requestData.options);
		const items = await context.makeRoutingRequest({ ...requestData, options });
		return { body, items: items.map((output) => ({ ...output, pairedItem: { item } })) };
	} catch (error) {
		throw refused ?? requestError(context.getNode(), error, item);
	} finally {
		requestData.postReceive.shift();
	}
}

/** How an operation of one request is sent. */
async function send(
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	const { items } = await exchange(this, requestData);
	return items;
}

/** What holds for every operation; it hangs on the Resource parameter, so that it is said once. */
export const everyRequest: INodePropertyRouting = {
	send: { paginate: true, preSend: [leaveOutEmpty] },
	operations: { pagination: send },
};

/**
 * A GET for a picker.
 *
 * @returns the JSON object of the answer
 * @throws NodeApiError as operations do; n8n shows it in the picker
 */
export async function ask(
	this: ILoadOptionsFunctions,
	path: string,
	query: IDataObject,
): Promise<IDataObject> {
	let answer: IN8nHttpFullResponse;
	try {
		answer = (await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL, {
			...OUR_OWN_ERRORS,
			method: 'GET',
			url: path,
			qs: filled(query),
			returnFullResponse: true,
		})) as IN8nHttpFullResponse;
	} catch (error) {
		throw requestError(this.getNode(), error);
	}
	if (!isAnswer(answer)) throw answerError(this.getNode(), answer, path, await apiKeyOf(this));
	return answer.body as IDataObject;
}
