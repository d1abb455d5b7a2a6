import type { GenericValue, IHttpRequestOptions } from 'n8n-workflow';
import {
	answeredAttempt,
	jsonObject,
	mayBeRepeated,
	parseRetryAfter,
	type AttemptOutcome,
} from '../../../../nodes/AudiencePage/transport/outcome';

const PERSON = '/v0/persons/p1';
const GET: IHttpRequestOptions = { method: 'GET', url: PERSON };
const POST: IHttpRequestOptions = { method: 'POST', url: '/v0/persons', body: { name: 'Ada' } };
const PATCH: IHttpRequestOptions = { ...POST, method: 'PATCH', url: PERSON };
const RESTORE: IHttpRequestOptions = { method: 'POST', url: `${PERSON}/restore` };
const SEARCH: IHttpRequestOptions = { method: 'GET', url: '/v0/persons/search' };
const WITH_KEY: IHttpRequestOptions = { ...POST, body: { idempotencyKey: 'k' } };

const response = (statusCode: number, body: unknown, retryAfter?: GenericValue) => ({
	statusCode,
	body: body as object,
	headers: { 'retry-after': retryAfter },
});

test.each([
	[{ a: 1 }, { a: 1 }],
	['', {}],
	[null, {}],
	['{"a":', undefined],
	[[], undefined],
	[false, undefined],
])('the JSON object of a response: %j gives %j', (body, json) => {
	expect(jsonObject(response(200, body))).toEqual(json);
});

test.each<[AttemptOutcome, number[]]>([
	['success', [200, 204, 299]],
	['notProcessed', [429]],
	['unknown', [408, 500, 502, 503, 504, 599]],
	['refused', [199, 301, 303, 307, 400, 401, 404, 409, 422, 430]],
])('A POST is %s with %j', (outcome, statusCodes) => {
	const outcomes = statusCodes.map((status) => answeredAttempt(response(status, {}), POST).outcome);
	expect(outcomes).toEqual(statusCodes.map(() => outcome));
});

const CREATED = { idField: 'personId', isInPath: false };
const IN_PATH = { idField: 'personId', isInPath: true };
test.each([
	[POST, CREATED, { personId: 'p1' }, 'success'],
	[POST, CREATED, { personId: '', createdAt: 'x' }, 'unknown'],
	[POST, CREATED, { error: 'No' }, 'unknown'],
	[POST, CREATED, '', 'unknown'],
	[POST, CREATED, '<html></html>', 'unknown'],
	[RESTORE, IN_PATH, { personId: 'p1', success: false }, 'success'],
	[RESTORE, IN_PATH, '', 'success'],
	[RESTORE, IN_PATH, { error: 'No' }, 'unknown'],
	[PATCH, IN_PATH, { personId: 'p1' }, 'success'],
	[PATCH, IN_PATH, {}, 'success'],
	[PATCH, IN_PATH, { error: 'No' }, 'unknown'],
	[GET, IN_PATH, { personId: 'p1' }, 'success'],
	[GET, IN_PATH, {}, 'unknown'],
	[SEARCH, IN_PATH, {}, 'success'],
])('%j of a record (%j), answered with %j, is %s', (request, record, body, outcome) => {
	expect(answeredAttempt(response(200, body), request, { record }).outcome).toBe(outcome);
});

test.each([
	[{ items: [] }, 'success'],
	[{ items: null }, 'unknown'],
	[{ personId: 'p1' }, 'unknown'],
])('A list in %j is %s', (body, outcome) => {
	const expected = { field: 'items', record: CREATED };
	expect(answeredAttempt(response(200, body), SEARCH, expected).outcome).toBe(outcome);
});

test.each<[number, GenericValue, boolean]>([
	[429, undefined, true],
	[503, '2', true],
	[503, '', true],
	[503, undefined, false],
	[503, null, false],
	[400, '1', false],
])('%i with Retry-After %j is a rate limit: %j', (statusCode, header, isRateLimited) => {
	const attempt = answeredAttempt(response(statusCode, {}, header), POST);
	expect(attempt.isRateLimited).toBe(isRateLimited);
	expect(attempt.outcome === 'notProcessed').toBe(isRateLimited);
});

test.each<[AttemptOutcome, object[]]>([
	['success', []],
	['notProcessed', [GET, PATCH, WITH_KEY, POST]],
	['unknown', [GET, PATCH, WITH_KEY]],
	['refused', []],
])('With the outcome %s, these requests are sent again: %j', (outcome, repeated) => {
	const all = [GET, PATCH, WITH_KEY, POST];
	expect(all.filter((request) => mayBeRepeated(outcome, request))).toEqual(repeated);
});

describe('Retry-After', () => {
	beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z') }));
	afterEach(() => jest.useRealTimers());

	test.each([
		['0', 0],
		['0.25', 250],
		[' 7 ', 7000],
		['-3', 0],
		['soon', undefined],
		['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
		['Sat, 21 Nov 2026 11:59:30 GMT', 0],
		[undefined, undefined],
	])('%j: %j ms', (header, milliseconds) => {
		expect(parseRetryAfter(header)).toBe(milliseconds);
	});
});
