/** The errors of requests, without n8n and HTTP. */
import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	hasUnknownOutcome,
	isDuplicateOfPreviousAttempt,
} from '../../../../nodes/AudiencePage/transport/apiClient';
import { type Result, CONFLICT, GET, limited, LOST, outcome, POST, useClock, WITH_KEY } from './attempts';

useClock();

describe('An error', () => {
	const UNKNOWN = 'The request may have succeeded';
	const LOOK = 'a retry could write it twice';
	const SAME_KEY = 'sends the same idempotency key';

	test.each<[string, IHttpRequestOptions, Result[], boolean, string, string]>([
		['a POST whose response is lost', POST, [LOST], true, UNKNOWN, LOOK],
		['a POST with a key whose responses are lost', WITH_KEY, [LOST], false, UNKNOWN, SAME_KEY],
		[
			'a POST with a key, lost and then refused',
			WITH_KEY,
			[LOST, { statusCode: 500 }],
			false,
			UNKNOWN,
			SAME_KEY,
		],
		[
			'a POST with a key, lost and then a conflict',
			WITH_KEY,
			[LOST, CONFLICT],
			false,
			'May have been written by a previous attempt: This key was used',
			'The service did not confirm a previous attempt',
		],
		[
			'a POST with a key, rate limited and then a conflict',
			WITH_KEY,
			[limited('1'), CONFLICT],
			false,
			'This key was used',
			'The service rejected the request (409)',
		],
		[
			'a POST with a key that is refused',
			WITH_KEY,
			[CONFLICT],
			false,
			'This key was used',
			'The service rejected the request (409)',
		],
		[
			'a POST that is refused',
			POST,
			[CONFLICT],
			false,
			'This key was used',
			'The service rejected the request (409)',
		],
		[
			'a POST while nothing gets through',
			POST,
			[limited('1')],
			false,
			'The service returned 429',
			'limits the rate of requests (429): it has accepted nothing for 5 minutes',
		],
		[
			'a POST whose service asks for a long wait',
			POST,
			[limited('121')],
			false,
			'The service returned 429',
			'asks to wait 121 seconds, but this node waits 120 at most',
		],
		...[301, 302, 303].map((statusCode): [string, IHttpRequestOptions, Result[], boolean, string, string] => [
			`a POST that is redirected with ${statusCode}`,
			POST,
			[{ statusCode }],
			true,
			UNKNOWN,
			'the Base URL may be wrong',
		]),
		['a POST that fails with 500', POST, [{ statusCode: 500, body: { message: 'No' } }], true, UNKNOWN, LOOK],
		['a GET whose responses are lost', GET, [LOST], false, 'the connection was closed', 'ECONNRESET'],
		[
			'a GET, lost and then a conflict',
			GET,
			[LOST, CONFLICT],
			false,
			'This key was used',
			'The service rejected the request (409)',
		],
	])('of %s', async (_what, request, answers, isUnknown, message, description) => {
		const { error } = await outcome(request, [...answers]);
		expect(error?.message).toContain(message);
		expect(error?.message.includes(UNKNOWN)).toBe(message === UNKNOWN);
		expect(error?.description).toContain(description);
		expect(error && hasUnknownOutcome(error)).toBe(isUnknown);
		expect(error && isDuplicateOfPreviousAttempt(error)).toBe(message.startsWith('May have been written'));
	});

	test.each([
		[true, 'May have been written by a previous attempt: This key was used'],
		[false, 'This key was used'],
		[undefined, 'This key was used'],
	])('of a conflict at the first attempt, in a retried execution: %j', async (isRetry, message) => {
		expect((await outcome(WITH_KEY, [CONFLICT], { isRetry })).error?.message).toBe(message);
	});

	test('of a POST with a key that is not retried leaves the outcome open', async () => {
		const { error, times } = await outcome(WITH_KEY, [LOST], { maxRetries: 0 });
		expect(times).toEqual([0]);
		expect(error?.message).toContain(UNKNOWN);
		expect(error?.description).toContain(SAME_KEY);
	});

	test('of another status in a retried execution is no conflict', async () => {
		const { error } = await outcome(WITH_KEY, [{ statusCode: 400, body: { message: 'No' } }], {
			isRetry: true,
		});
		expect(error?.message).toBe('No');
	});

	test('does not have the key, should the service repeat it', async () => {
		const { error } = await outcome(GET, [{ statusCode: 400, body: { message: 'Key secret is wrong' } }]);
		expect(error?.message).toBe('Key (API key) is wrong');
	});

	const deep = (depth: number): unknown => {
		let body: unknown = 'deep';
		for (let n = 0; n < depth; n++) body = n % 2 ? { errors: body } : [body];
		return body;
	};

	test.each<[string, unknown]>([
		['nested 9,000 deep', deep(9000)],
		['240 kB of tags that never end', `<html>${'<title'.repeat(40_000)}`],
		['a list of 100,000', Array.from({ length: 100_000 }, () => ({ message: 'x'.repeat(10) }))],
		['that cannot be read', Object.defineProperty({}, 'message', { get: () => [].at(0)!['x'] })],
	])('whose body is %s leaves the outcome open, at once', async (_what, body) => {
		const { error } = await outcome(POST, [{ statusCode: 500, body }]);
		expect(error?.message).toContain(UNKNOWN);
		expect(error && hasUnknownOutcome(error)).toBe(true);
	});
});
