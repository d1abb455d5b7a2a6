import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

/** A request as n8n hands it to the function that sends it. */
export interface RequestData extends DeclarativeRestApiSettings.ResultOptions {
	/** What its answer has to hold, if that is no record: such as `items`. */
	field?: string;
}

/** How an operation sends its request, or several: n8n's `routing.operations.pagination`. */
export type RequestFlow = (
	this: IExecutePaginationFunctions,
	data: RequestData,
) => Promise<INodeExecutionData[]>;

/** Another request with the credential and the settings of this one. */
export const withOptions = (
	data: RequestData,
	options: Partial<RequestData['options']>,
): RequestData => ({
	...data,
	options: { ...data.options, ...options },
});

export const singleRequest: RequestFlow = async function (requestData) {
	return await this.makeRoutingRequest(requestData);
};

/** Whether the request has a key by which the service recognizes a retry. */
export const hasIdempotencyKey = ({ body }: IHttpRequestOptions): boolean =>
	(body as IDataObject | undefined)?.idempotencyKey !== undefined;

/**
 * Whether sending it twice does no more than sending it once: PATCH sets values, a POST needs a
 * key.
 */
export const isIdempotent = (request: IHttpRequestOptions): boolean =>
	request.method !== 'POST' || hasIdempotencyKey(request);

/** The path of a request, without the query, which may hold what a user searched for. */
export const pathOf = ({ url }: IHttpRequestOptions): string => url.replace(/\?.*/s, '');

/**
 * Where other paths have an ID: `/v0/persons/search` is no person, `/v0/pages/p1/analytics/summary`
 * no record.
 */
const NO_IDS = new Set(['search', 'trash', 'summary', 'audiences']);

/**
 * The endpoint of a request, whatever the record: `GET /v0/persons/{id}/logs` for
 * `/v0/persons/p1/logs`.
 */
export function endpointOf(request: IHttpRequestOptions): string {
	// Names and IDs take turns: '', 'v0', 'persons', ID, 'logs', ID.
	const isId = (segment: string, place: number) =>
		place > 1 && place % 2 === 1 && !NO_IDS.has(segment);
	const segments = pathOf(request).split('/');
	return `${request.method} ${segments.map((one, place) => (isId(one, place) ? '{id}' : one)).join('/')}`;
}

/**
 * For n8n's HTTP helper. Every response comes back as it is: n8n's own errors hide the service's
 * message.
 */
export function toHttpOptions({ body, ...request }: IHttpRequestOptions): IHttpRequestOptions {
	const common = { ...request, json: true, ignoreHttpStatusErrors: true, returnFullResponse: true };
	if (request.method === 'GET') return common;
	return {
		...common,
		// A string: of objects, n8n drops empty ones and the key `__proto__`.
		body: JSON.stringify(body),
		headers: { ...request.headers, 'Content-Type': 'application/json' },
	};
}
