import type { GenericValue, IHttpRequestOptions } from 'n8n-workflow';
import {
	classifyNetworkError,
	classifyResponse,
	failedSystemCall,
	isRateLimited,
	jsonObject,
	networkCode,
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

describe('The outcome', () => {
	const all = (outcome: AttemptOutcome, ...statusCodes: number[]) =>
		statusCodes.map((statusCode): [number, object, AttemptOutcome] => [statusCode, {}, outcome]);

	test.each<[number, unknown, AttemptOutcome]>([
		[204, '', 'success'],
		[200, { error: 'No' }, 'unknown'],
		[200, { errors: ['No'] }, 'unknown'],
		[200, { error: null, errors: [] }, 'success'],
		[200, '<html></html>', 'unknown'],
		...all('success', 200, 299),
		...all('notProcessed', 425, 429),
		...all('unknown', 301, 302, 303, 408, 500, 502, 503, 504, 506, 599),
		...all('refused', 199, 300, 304, 307, 308, 400, 401, 404, 409, 422, 430, 501, 505),
	])('of %i with %j is %s', (statusCode, body, expected) => {
		expect(classifyResponse(response(statusCode, body), { method: 'POST', url: '/' })).toBe(
			expected,
		);
	});

	test.each([
		[301, 'PATCH'],
		[303, 'GET'],
		[200, 'PATCH'],
	] as const)(
		'of %i with an error is refused where it adds no record: %s',
		(statusCode, method) => {
			const answer = response(statusCode, { error: 'No' });
			expect(classifyResponse(answer, { method, url: '/' })).toBe('refused');
		},
	);

	const ONE = '/v0/persons/p1';
	test.each<[IHttpRequestOptions['method'], string, isInPath: boolean, object, AttemptOutcome]>([
		['POST', '/v0/persons', false, { personId: 'p1' }, 'success'],
		['POST', '/v0/persons', false, { personId: '', createdAt: 'x' }, 'unknown'],
		['POST', '/v0/persons', false, {}, 'unknown'],
		['POST', `${ONE}/restore`, true, {}, 'success'],
		['POST', `${ONE}/restore`, true, { success: false }, 'success'],
		['POST', `${ONE}/restore`, true, { message: 'x' }, 'unknown'],
		['PATCH', ONE, false, {}, 'success'],
		['PATCH', ONE, true, { personId: null }, 'success'],
		['PATCH', ONE, true, { createdAt: 'x' }, 'success'],
		['PATCH', ONE, true, { createdAt: 'x', requestId: 'y' }, 'success'],
		['PATCH', ONE, true, { success: true }, 'success'],
		['PATCH', ONE, true, { otherId: 'x' }, 'unknown'],
		['PATCH', ONE, true, { name: 'x' }, 'unknown'],
		['PATCH', ONE, true, { createdAt: 'x', success: 'false' }, 'unknown'],
		['GET', ONE, true, { personId: 'p1' }, 'success'],
		['GET', ONE, true, { createdAt: 'x' }, 'unknown'],
		['GET', '/v0/persons/search', true, {}, 'success'],
	])('of %s %s, its ID in the path %j, with %j is %s', (method, url, isInPath, body, expected) => {
		const record = { idField: 'personId', fields: ['name', 'createdAt', 'success'], isInPath };
		expect(classifyResponse(response(200, body), { method, url }, record)).toBe(expected);
	});

	test.each<[number, GenericValue, boolean]>([
		[503, '2', true],
		[503, '', true],
		[503, undefined, false],
		[503, null, false],
		[400, '1', false],
	])('of %i with Retry-After %j: a rate limit: %j', (statusCode, header, is) => {
		const answer = { ...response(statusCode, {}), headers: { 'retry-after': header } };
		expect(isRateLimited(answer)).toBe(is);
		expect(classifyResponse(answer, { url: '/' }) === 'notProcessed').toBe(is);
	});

	test.each<[code: string | undefined, syscall: string | undefined, AttemptOutcome]>([
		['EHOSTUNREACH', 'connect', 'notProcessed'],
		['EAI_FAIL', 'getaddrinfo', 'notProcessed'],
		['EHOSTUNREACH', 'read', 'unknown'],
		['ECONNREFUSED', undefined, 'notProcessed'],
		['ENOTFOUND', undefined, 'notProcessed'],
		['EAI_AGAIN', undefined, 'notProcessed'],
		['EPROXY', undefined, 'notProcessed'],
		['ETIMEDOUT', undefined, 'unknown'],
		['CERT_HAS_EXPIRED', undefined, 'refused'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', undefined, 'refused'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', undefined, 'refused'],
		['ERR_TLS_CERT_ALTNAME_INVALID', undefined, 'refused'],
		[undefined, undefined, 'refused'],
	])('without a response, by %s of the system call %s, is %s', (code, syscall, expected) => {
		const error = Object.assign(new Error('x'), { code, syscall });
		expect(classifyNetworkError(code, failedSystemCall(new Error('y', { cause: error })))).toBe(
			expected,
		);
	});
});

test('The system call that failed is that of the first address, if the host has several', () => {
	const failed = Object.assign(new Error('x'), { syscall: 'connect' });
	const cause = new AggregateError([failed, failed]);
	expect(failedSystemCall(new Error('y', { cause }))).toBe('connect');
	expect(failedSystemCall(new AggregateError([]))).toBeUndefined();
});

describe('The code of a network error', () => {
	const error = (code?: unknown, cause?: Error) =>
		Object.assign(new Error('x', { cause }), { code });
	const within = (causes: number): Error =>
		causes === 0 ? error('EPIPE') : error(undefined, within(causes - 1));

	test.each([
		[error(500, error(undefined, error('EPIPE'))), 'EPIPE'],
		[error('FIRST', error('SECOND')), 'FIRST'],
		[error(), undefined],
		[new Error('Proxy connection ended before receiving CONNECT response'), 'EPROXY'],
		[new Error('The words Proxy connection ended'), undefined],
		[undefined, undefined],
		[within(4), 'EPIPE'],
		[within(5), undefined],
		// As n8n 2.8 wraps them: without the cause.
		[Object.assign(error(), { httpCode: '201' }), '201'],
		[Object.assign(error(), { httpCode: null }), undefined],
	])('%#', (thrown, code) => {
		expect(networkCode(thrown)).toBe(code);
	});
});
