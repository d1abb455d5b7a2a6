/** Requests to a service whose answers are written out: no n8n, no HTTP, and no time that passes. */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { ApiClient, type RequestSettings } from '../../../../nodes/AudiencePage/transport/apiClient';
import { aNode } from '../../../support/node';

const SETTINGS: RequestSettings = { maxRetries: 3, timeout: 60_000 };
export const CREDENTIALS = { baseUrl: 'https://api.example.com', apiKey: 'secret' };

/** Each service of a test has an origin of its own: runs that share origin and key share a limiter. */
let services = 0;

export const GET: IHttpRequestOptions = { method: 'GET', url: '/v0/persons/search' };
export const POST: IHttpRequestOptions = { method: 'POST', url: '/v0/persons', body: { name: 'Ada' } };
export const WITH_KEY: IHttpRequestOptions = { ...POST, body: { idempotencyKey: 'k' } };

/** An answer, or the code of a network error. */
export type Came = string | { statusCode: number; body?: unknown; headers?: IDataObject };

export const OK: Came = { statusCode: 200, body: { a: 1 } };
export const LOST: Came = 'ECONNRESET';
export const limited = (retryAfter?: string): Came => ({
	statusCode: 429,
	headers: { 'retry-after': retryAfter },
});
export const CONFLICT: Came = { statusCode: 409, body: { message: 'This key was used' } };

/** For the tests of a file: time goes on when they say so, and every wait of ours is half of its bound. */
export function useClock(): void {
	beforeEach(() => {
		vi.useFakeTimers();
		vi.spyOn(Math, 'random').mockReturnValue(0.5);
	});
	afterEach(() => {
		vi.useRealTimers();
		vi.restoreAllMocks();
	});
}

interface Ways extends Partial<RequestSettings> {
	maxConcurrentRequests?: number;
	/** How long the service takes for an answer. */
	milliseconds?: number;
}

/** A delivery to a service that answers so, one answer after the other; the last one for ever. */
export function service(
	answers: Came[],
	{ maxConcurrentRequests = 64, milliseconds = 0, ...settings }: Ways = {},
) {
	const halt = new AbortController();
	const sent: Array<{ at: number; request: IHttpRequestOptions; how: unknown }> = [];
	const began = performance.now();
	async function httpRequestWithAuthentication(type: string, request: IHttpRequestOptions, how: unknown) {
		sent.push({ at: performance.now() - began, request, how: { type, how } });
		const came = answers.length > 1 ? answers.shift() : answers[0];
		if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
		if (typeof came === 'string') throw Object.assign(new Error(came), { code: came });
		return { headers: {}, body: '', ...came };
	}
	const credentials = { ...CREDENTIALS, baseUrl: `https://${++services}.example.com` };
	const context = {
		getNode: () => aNode,
		getCredentials: async (name: string) => (name === 'audiencePageApi' ? credentials : undefined),
		helpers: { httpRequestWithAuthentication },
	} as never;
	const delivery = new ApiClient({ maxConcurrentRequests, abortSignal: halt.signal });
	const send = async (request: IHttpRequestOptions) =>
		await delivery.send(context, request, { ...SETTINGS, ...settings });
	return { delivery, send, sent, halt, credentials };
}

/** What comes of a request, and when it was sent, in milliseconds. */
export async function outcome(request: IHttpRequestOptions, answers: Came[], ways?: Ways) {
	const { delivery, send, sent } = service(answers, ways);
	const ending = send(request).catch((error: Error) => error);
	await vi.runAllTimersAsync();
	const ended = await ending;
	const error = ended instanceof Error ? (ended as Error & { description?: string }) : undefined;
	return { ended, error, times: sent.map(({ at }) => at), limited: delivery.rateLimitedCount };
}
