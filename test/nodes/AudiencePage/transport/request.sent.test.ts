import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	endpointOf,
	toHttpOptions,
	hasIdempotencyKey,
	isIdempotent,
	pathOf,
	singleRequest,
	type RequestData,
} from '../../../../nodes/AudiencePage/transport/request';
import { operations as endpoints } from '../../../service/judge';

const URL = '/v0/account_logs';

test.each<[string, Partial<IHttpRequestOptions>, boolean, boolean]>([
	['GET', { method: 'GET' }, false, true],
	['PATCH', { method: 'PATCH', body: { name: 'x' } }, false, true],
	['POST', { method: 'POST', body: { name: 'x' } }, false, false],
	['POST with a key', { method: 'POST', body: { idempotencyKey: 'k' } }, true, true],
	['POST with the key undefined', { method: 'POST', body: { idempotencyKey: undefined } }, false, false],
])('%s: %#', (_what, request, has, is) => {
	expect(hasIdempotencyKey({ url: URL, ...request })).toBe(has);
	expect(isIdempotent({ url: URL, ...request })).toBe(is);
});

test.each([
	['/v0/persons/search', '/v0/persons/search'],
	['/v0/persons/search?query=ada@acme.com', '/v0/persons/search'],
	['/v0/persons/search?a=1?b=2', '/v0/persons/search'],
	['/v0/persons/search?a=1\nb=2', '/v0/persons/search'],
	['', ''],
])('the path of %j is %j', (url, path) => {
	expect(pathOf({ url })).toBe(path);
});

test('each endpoint of the service is one of its own', () => {
	const written = endpoints.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{id}')}`);
	const sent = endpoints.map(({ method, path }) => ({ method, url: path.replace(/[{}]/g, '') }));
	expect(sent.map((request) => endpointOf(request as IHttpRequestOptions))).toEqual(written);
});

describe('The HTTP options of a request', () => {
	const AS_IT_IS = { json: true, ignoreHttpStatusErrors: true, returnFullResponse: true };

	test('have no body for a GET', () => {
		const request: IHttpRequestOptions = { method: 'GET', url: URL, qs: { limit: 1 }, body: {}, json: false };
		expect(toHttpOptions(request)).toEqual({ method: 'GET', url: URL, qs: { limit: 1 }, ...AS_IT_IS });
	});

	test.each([
		[{}, '{}'],
		[JSON.parse('{"__proto__":{"a":1},"b.c":[]}') as object, '{"__proto__":{"a":1},"b.c":[]}'],
	])('have the body as text: %#', (body, text) => {
		const request: IHttpRequestOptions = { method: 'POST', url: URL, body, headers: { accept: 'x' } };
		expect(toHttpOptions(request)).toEqual({
			method: 'POST',
			url: URL,
			...AS_IT_IS,
			body: text,
			headers: { accept: 'x', 'Content-Type': 'application/json' },
		});
	});
});

test('an operation of one request outputs the response as it is', async () => {
	const answer = [{ json: { personId: 'p1' } }];
	const makeRoutingRequest = jest.fn(async () => answer);
	const data: RequestData = { options: { url: URL }, preSend: [], postReceive: [] };
	await expect(singleRequest.call({ makeRoutingRequest } as never, data)).resolves.toBe(answer);
	expect(makeRoutingRequest).toHaveBeenCalledWith(data);
});
