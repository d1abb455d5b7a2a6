import type { GenericValue, IHttpRequestOptions } from 'n8n-workflow';

import {
	jsonObjectOf,
	failedSystemCall,
	isRateLimited,
	networkCode,
	classifyResponse,
	classifyNetworkError,
	type AttemptOutcome,
} from '../../../../nodes/AudiencePage/transport/outcome';

const response = (statusCode: number, body: unknown) => ({ statusCode, body: body as object, headers: {} });

test.each([
	[{ a: 1 }, { a: 1 }],
	[{}, {}],
	['', {}],
	[undefined, {}],
	[null, {}],
	['text', undefined],
	['{"a":', undefined],
	[[], undefined],
	[7, undefined],
	[false, undefined],
])('the JSON object of a response: %j gives %j', (body, answer) => {
	expect(jsonObjectOf(response(200, body))).toEqual(answer);
});

describe('The outcome', () => {
	const all = (outcome: AttemptOutcome, ...statusCodes: number[]) =>
		statusCodes.map((statusCode): [number, object, AttemptOutcome] => [statusCode, {}, outcome]);

	test.each<[number, unknown, AttemptOutcome]>([
		[200, {}, 'success'],
		[204, '', 'success'],
		[200, { error: 'No' }, 'unknown'],
		[200, { errors: ['No'] }, 'unknown'],
		[200, { error: null, errors: [] }, 'success'],
		[200, '<html></html>', 'unknown'],
		[200, '{"a":', 'unknown'],
		[429, {}, 'notProcessed'],
		[425, {}, 'notProcessed'],
		...all('success', 200, 299),
		...all('unknown', 408, 500, 502, 503, 504, 506, 520, 521, 522, 523, 524, 599),
		...all('refused', 199, 300, 304, 307, 308, 400, 401, 403, 404, 409, 422, 428, 430, 501, 505),
	])('of %i with %j is %s', (statusCode, body, expected) => {
		expect(classifyResponse(response(statusCode, body), { method: 'POST', url: '/' })).toBe(expected);
	});

	test.each<[string, Partial<IHttpRequestOptions>, AttemptOutcome]>([
		['creation', { method: 'POST' }, 'unknown'],
		['update', { method: 'PATCH' }, 'refused'],
		['read', { method: 'GET' }, 'refused'],
	])('of a redirect that may be the answer to a %s that was processed', (_what, request, expected) => {
		const outcomes = [301, 302, 303].map((status) =>
			classifyResponse(response(status, ''), { url: '/', ...request }),
		);
		expect(outcomes).toEqual(Array(3).fill(expected));
	});

	test.each<[GenericValue, boolean]>([
		['2', true],
		['0', true],
		['', true],
		[undefined, false],
		[null, false],
	])('on 503 with Retry-After %j: a rate limit: %j', (header, is) => {
		const answer = { ...response(503, {}), headers: { 'retry-after': header } };
		expect(isRateLimited(answer)).toBe(is);
		expect(classifyResponse(answer, { url: '/' })).toBe(is ? 'notProcessed' : 'unknown');
	});

	test('on another status with Retry-After is no rate limit', () => {
		expect(isRateLimited({ ...response(400, {}), headers: { 'retry-after': '1' } })).toBe(false);
	});

	test.each<[code: string | undefined, syscall: string | undefined, AttemptOutcome]>([
		['EHOSTUNREACH', 'connect', 'notProcessed'],
		['ENETUNREACH', 'connect', 'notProcessed'],
		['ETIMEDOUT', 'connect', 'notProcessed'],
		['EAI_FAIL', 'getaddrinfo', 'notProcessed'],
		['EHOSTUNREACH', 'read', 'unknown'],
		['ECONNREFUSED', undefined, 'notProcessed'],
		['ENOTFOUND', undefined, 'notProcessed'],
		['EAI_AGAIN', undefined, 'notProcessed'],
		['ETIMEDOUT', undefined, 'unknown'],
		['CERT_HAS_EXPIRED', undefined, 'refused'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', undefined, 'refused'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', undefined, 'refused'],
		['ERR_TLS_CERT_ALTNAME_INVALID', undefined, 'refused'],
		[undefined, undefined, 'refused'],
	])('without a response, by %s of the system call %s, is %s', (code, syscall, expected) => {
		const error = Object.assign(new Error('x'), { code, syscall });
		expect(classifyNetworkError(code, failedSystemCall(new Error('y', { cause: error })))).toBe(expected);
		const several = Object.assign(new Error('z'), { code, errors: [error, error] });
		expect(classifyNetworkError(code, failedSystemCall(several))).toBe(expected);
	});
});

describe('The system call that failed', () => {
	const failed = (syscall: unknown) => Object.assign(new Error('x'), { syscall });

	test.each<[string, unknown[], string | undefined]>([
		['is one for all addresses', [failed('connect'), failed('connect')], 'connect'],
		['is not known where addresses differ', [failed('connect'), failed('read')], undefined],
		['is not known where it is no name', [failed(7)], undefined],
		['is not known of no error', [null], undefined],
	])('%s', (_what, errors, syscall) => {
		expect(failedSystemCall(Object.assign(new Error('y'), { errors }))).toBe(syscall);
	});

	test('is that of the cause where there are no addresses', () => {
		const error = Object.assign(new Error('y', { cause: failed('connect') }), { errors: [] });
		expect(failedSystemCall(error)).toBe('connect');
	});
});

describe('The code of a network error', () => {
	const error = (code?: unknown, cause?: Error) => Object.assign(new Error('x', { cause }), { code });

	test.each([
		[error(undefined, error('ECONNRESET')), 'ECONNRESET'],
		[error(500, error(undefined, error('EPIPE'))), 'EPIPE'],
		[error('FIRST', error('SECOND')), 'FIRST'],
		[error(), undefined],
		[undefined, undefined],
	])('%#', (thrown, code) => {
		expect(networkCode(thrown)).toBe(code);
	});

	/** As n8n 2.8 wraps them: without the cause. */
	test.each([
		['ECONNRESET', 'ECONNRESET'],
		['201', '201'],
		[null, undefined],
	])('is found where n8n keeps %j alone', (httpCode, code) => {
		expect(networkCode(Object.assign(new Error('x'), { httpCode }))).toBe(code);
	});

	const within = (causes: number): Error =>
		causes === 0 ? error('EPIPE') : error(undefined, within(causes - 1));

	test.each([
		[4, 'EPIPE'],
		[5, undefined],
	])('is looked for within %i causes: %s', (causes, code) => {
		expect(networkCode(within(causes))).toBe(code);
	});
});
