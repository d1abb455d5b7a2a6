import type { GenericValue, IHttpRequestOptions } from 'n8n-workflow';
import {
	classifyResponse,
	isRateLimited,
	jsonObject,
	type AttemptOutcome,
} from '../../../../nodes/AudiencePage/transport/outcome';

const response = (statusCode: number, body: unknown) => ({
	statusCode,
	body: body as object,
	headers: {},
});

test.each([
	[{ a: 1 }, { a: 1 }],
	['', {}],
	[null, {}],
	['{"a":', undefined],
	[[], undefined],
	[false, undefined],
])('the JSON object of a response: %j gives %j', (body, answer) => {
	expect(jsonObject(response(200, body))).toEqual(answer);
});

test.each<[AttemptOutcome, number[]]>([
	['success', [200, 204, 299]],
	['notProcessed', [425, 429]],
	['unknown', [408, 500, 502, 503, 504, 506, 599]],
	['refused', [199, 301, 302, 303, 307, 308, 400, 401, 404, 409, 422, 430, 501, 505]],
])('A POST is %s with %j', (outcome, statusCodes) => {
	for (const statusCode of statusCodes)
		expect(classifyResponse(response(statusCode, {}), { method: 'POST', url: '/' })).toBe(outcome);
});

const ONE = '/v0/persons/p1';
test.each<[IHttpRequestOptions['method'], string, isInPath: boolean, unknown, AttemptOutcome]>([
	['POST', '/v0/persons', false, { personId: 'p1' }, 'success'],
	['POST', '/v0/persons', false, { personId: '', createdAt: 'x' }, 'unknown'],
	['POST', '/v0/persons', false, { error: 'No' }, 'unknown'],
	['POST', '/v0/persons', false, '', 'unknown'],
	['POST', '/v0/persons', false, '<html></html>', 'unknown'],
	['POST', `${ONE}/restore`, true, { personId: 'p1', success: false }, 'success'],
	['POST', `${ONE}/restore`, true, '', 'success'],
	['POST', `${ONE}/restore`, true, { error: 'No' }, 'unknown'],
	['PATCH', ONE, true, { personId: 'p1' }, 'success'],
	['PATCH', ONE, true, {}, 'success'],
	['PATCH', ONE, true, { error: 'No' }, 'unknown'],
	['GET', ONE, true, { personId: 'p1' }, 'success'],
	['GET', ONE, true, {}, 'unknown'],
	['GET', '/v0/persons/search', true, {}, 'success'],
])('%s %s, its ID in the path %j, with %j is %s', (method, url, isInPath, body, outcome) => {
	const record = { idField: 'personId', isInPath };
	expect(classifyResponse(response(200, body), { method, url }, { record })).toBe(outcome);
});

test.each([
	[{ items: [] }, 'success'],
	[{ items: null }, 'unknown'],
	[{ personId: 'p1' }, 'unknown'],
])('A list in %j is %s', (body, outcome) => {
	const request = { method: 'GET', url: '/v0/persons/search' } as const;
	const expected = { field: 'items', record: { idField: 'personId', isInPath: false } };
	expect(classifyResponse(response(200, body), request, expected)).toBe(outcome);
});

test.each<[number, GenericValue, boolean]>([
	[503, '2', true],
	[503, '', true],
	[503, undefined, false],
	[503, null, false],
	[400, '1', false],
])('%i with Retry-After %j is a rate limit: %j', (statusCode, header, is) => {
	const answer = { ...response(statusCode, {}), headers: { 'retry-after': header } };
	expect(isRateLimited(answer)).toBe(is);
	expect(classifyResponse(answer, { url: '/' }) === 'notProcessed').toBe(is);
});
