/** Requests to a service with scripted responses: without n8n, HTTP and real time. */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { ApiClient } from '../../../../nodes/AudiencePage/transport/apiClient';
import type { RequestSettings } from '../../../../nodes/AudiencePage/transport/pendingRequest';
import { logged, logging } from '../../../support/log';
import { aNode } from '../../../support/node';

/**
 * Each service of a test has an origin of its own: runs that share origin and key share a limiter.
 */
let services = 0;

export const GET: IHttpRequestOptions = { method: 'GET', url: '/v0/persons/search' };
export const POST: IHttpRequestOptions = {
	method: 'POST',
	url: '/v0/persons',
	body: { name: 'Ada' },
};
export const WITH_KEY: IHttpRequestOptions = { ...POST, body: { idempotencyKey: 'k' } };

/** A response, or the code of a network error. */
export type Result = string | { statusCode: number; body?: unknown; headers?: IDataObject };

export const OK: Result = { statusCode: 200, body: { personId: 'person_1' } };
export const LOST: Result = 'ECONNRESET';
export const limited = (after?: string): Result => ({
	statusCode: 429,
	headers: { 'retry-after': after },
});
export const CONFLICT: Result = { statusCode: 409, body: { message: 'This key was used' } };

/** For the tests of a file: fake timers, an empty log, and every backoff is half of its bound. */
export function useClock(): void {
	beforeEach(() => {
		logged.length = 0;
		jest.useFakeTimers();
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
	});
	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});
}

interface Ways extends Partial<RequestSettings> {
	maxConcurrentRequests?: number;
	abortSignal?: AbortSignal;
	timeLimit?: number;
	/** How long the service takes to respond. */
	milliseconds?: number;
}

/** A client of a service that gives these results, one after the other; the last one for ever. */
export function service(
	[...answers]: Result[],
	{ maxConcurrentRequests = 64, timeLimit, milliseconds = 0, ...ways }: Ways = {},
) {
	const controller = new AbortController();
	const { abortSignal, ...settings } = { abortSignal: controller.signal, ...ways };
	const sent: Array<{ at: number; request: IHttpRequestOptions; type: string; how: unknown }> = [];
	const began = performance.now();
	async function httpRequestWithAuthentication(
		type: string,
		request: IHttpRequestOptions,
		how: unknown,
	) {
		sent.push({ at: performance.now() - began, request, type, how });
		const result = answers.length > 1 ? answers.shift() : answers[0];
		if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
		if (typeof result === 'string') throw Object.assign(new Error(result), { code: result });
		return { headers: {}, body: '', ...result };
	}
	const credentials = { baseUrl: `https://${++services}.example.com`, apiKey: 'secret' };
	const context = {
		...logging,
		getNode: () => aNode,
		getCredentials: async (name: string) => (name === 'audiencePageApi' ? credentials : undefined),
		helpers: { httpRequestWithAuthentication },
	} as never;
	const client = new ApiClient({ maxConcurrentRequests, abortSignal, timeLimit });
	const send = async (request: IHttpRequestOptions) =>
		await client.send(context, request, settings);
	return { client, send, sent, controller, credentials };
}

/** How a request ends, and when its attempts were sent, in milliseconds. */
export async function outcome(request: IHttpRequestOptions, answers: Result[], ways?: Ways) {
	const { client, send, sent } = service(answers, ways);
	const ending = send(request).catch((error: Error) => error);
	await jest.runAllTimersAsync();
	const ended = await ending;
	const error = ended instanceof Error ? (ended as Error & { description?: string }) : undefined;
	return { ended, error, times: sent.map(({ at }) => at), limited: client.rateLimitedCount };
}
