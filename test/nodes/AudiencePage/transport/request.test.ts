import type { IHttpRequestOptions } from 'n8n-workflow';
import {
	endpointOf,
	hasIdempotencyKey,
	isIdempotent,
	toHttpOptions,
} from '../../../../nodes/AudiencePage/transport/request';
import { operations as endpoints } from '../../../service/judge';

const URL = '/v0/account_logs';

test.each<[Partial<IHttpRequestOptions>, boolean, boolean]>([
	[{ method: 'GET' }, false, true],
	[{ method: 'PATCH', body: { name: 'x' } }, false, true],
	[{ method: 'POST', body: { name: 'x' } }, false, false],
	[{ method: 'POST', body: { idempotencyKey: 'k' } }, true, true],
	[{ method: 'POST', body: { idempotencyKey: undefined } }, false, false],
])('%j has an idempotency key: %j, and is idempotent: %j', (request, has, is) => {
	expect(hasIdempotencyKey({ url: URL, ...request })).toBe(has);
	expect(isIdempotent({ url: URL, ...request })).toBe(is);
});

test('each endpoint of the service is one of its own', () => {
	const expected = endpoints.map(
		({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{id}')}`,
	);
	const sent = endpoints.map(({ method, path }) => ({ method, url: path.replace(/[{}]/g, '') }));
	expect(sent.map((request) => endpointOf(request as IHttpRequestOptions))).toEqual(expected);
});

describe('The HTTP options of a request', () => {
	const AS_IT_IS = { json: true, ignoreHttpStatusErrors: true, returnFullResponse: true };

	test('have no body for a GET', () => {
		const request: IHttpRequestOptions = {
			method: 'GET',
			url: URL,
			qs: { limit: 1 },
			body: {},
			json: false,
		};
		expect(toHttpOptions(request)).toEqual({
			method: 'GET',
			url: URL,
			qs: { limit: 1 },
			...AS_IT_IS,
		});
	});

	test.each(['{}', '{"__proto__":{"a":1},"b.c":[]}'])('have the body as text: %s', (body) => {
		const request = { method: 'POST', url: URL, headers: { accept: 'x' } } as const;
		const headers = { accept: 'x', 'Content-Type': 'application/json' };
		const sent = toHttpOptions({ ...request, body: JSON.parse(body) as object });
		expect(sent).toEqual({ ...request, ...AS_IT_IS, body, headers });
	});
});
