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

/**
 * One request for what is neither record nor list, and always has this field: a NodeApiError if it
 * is not there.
 */
export const requestFor = (field: string): RequestFlow =>
	async function (requestData) {
		const request: RequestData = { ...requestData, field };
		return await this.makeRoutingRequest(request);
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

/**
 * Where other paths have an ID: `/v0/persons/search` is no person, `/v0/pages/p1/analytics/summary`
 * no record.
 */
const NO_IDS = new Set(['search', 'trash', 'summary', 'audiences']);

/**
 * The endpoint of a request, whatever the record: `GET /v0/persons/{id}/logs` for
 * `/v0/persons/p1/logs`.
 */
export function endpointOf({ method, url }: IHttpRequestOptions): string {
	// Names and IDs take turns: '', 'v0', 'persons', ID, 'logs', ID.
	const segments = url.split('/').map((segment, index) => {
		const isId = index > 1 && index % 2 === 1 && !NO_IDS.has(segment);
		return isId ? '{id}' : segment;
	});
	return `${method} ${segments.join('/')}`;
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
