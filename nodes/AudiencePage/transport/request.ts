import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

/** A request as n8n hands it to the function that sends it. */
export type RequestData = DeclarativeRestApiSettings.ResultOptions;

/** How an operation sends its request, or several: n8n's `routing.operations.pagination`. */
export type RequestFlow = (
	this: IExecutePaginationFunctions,
	requestData: RequestData,
) => Promise<INodeExecutionData[]>;

/** The one request that was put together, and its answer as it is. */
export const singleRequest: RequestFlow = async function (requestData) {
	return await this.makeRoutingRequest(requestData);
};

/** What every request has in common; the credential adds the key. */
export const REQUEST_DEFAULTS = {
	baseURL: '={{$credentials.baseUrl}}',
	disableFollowRedirect: true,
	json: true,
} satisfies DeclarativeRestApiSettings.HttpRequestOptions;

/** Whether the request has a key by which the service can tell its repetition. */
export const hasIdempotencyKey = ({ body }: IHttpRequestOptions): boolean =>
	(body as IDataObject | undefined)?.idempotencyKey !== undefined;

/** A request that can be sent twice and is done once: PATCH sets values, a key tells a repetition. */
export const isIdempotent = (request: IHttpRequestOptions): boolean =>
	request.method !== 'POST' || hasIdempotencyKey(request);

/** The path of a request for a message: without the query, which may hold what a user searched for. */
export const pathOf = ({ url }: IHttpRequestOptions): string => url.split('?')[0] ?? '';

/** What a request goes to, whatever its record: the method, and the path without what stands behind the resource. */
export const endpointOf = (request: IHttpRequestOptions): string => {
	const segments = pathOf(request).split('/');
	return [request.method, segments.length, ...segments.slice(0, 3)].join(' ');
};

/**
 * A request as it is handed to n8n. Every answer comes back as it is, since n8n's own errors hide the
 * service's words. A body goes out as a string of ours: n8n drops an empty object, and the key
 * `__proto__` of any other.
 */
export function toHttpOptions({ body, ...request }: IHttpRequestOptions): IHttpRequestOptions {
	const common = { ...request, json: true, ignoreHttpStatusErrors: true, returnFullResponse: true };
	if (request.method === 'GET') return common;
	return {
		...common,
		body: JSON.stringify(body),
		headers: { ...request.headers, 'Content-Type': 'application/json' },
	};
}
