/** The errors of requests, without n8n and HTTP. */
import type { IHttpRequestOptions } from 'n8n-workflow';

import type { RequestSettings } from '../../../../nodes/AudiencePage/transport/apiClient';
import { RetryableOutcomeError, UnknownOutcomeError } from '../../../../nodes/AudiencePage/transport/errors';
import {
	type Result,
	CONFLICT,
	GET,
	limited,
	LOST,
	outcome,
	POST,
	service,
	useClock,
	WITH_KEY,
} from './attempts';

useClock();

/** What an error says: a part of its message, a part of its description. */
type Told = [message: string, description: string];

const UNKNOWN = 'The request may have succeeded';
const UNSAFE: Told = [UNKNOWN, 'a retry could write it twice'];
const SAFE: Told = [`${UNKNOWN}: retry this execution, which sends the same idempotency key`, ''];
const REFUSED: Told = ['This key was used', 'The service rejected the request (409)'];
const DUPLICATE: Told = [
	'May have been written by a previous attempt: This key was used',
	'refuses the idempotency key of a previous attempt (409)',
];
const REDIRECTED: Told = [UNKNOWN, 'the Base URL may be wrong'];
const STALLED: Told = ['The service returned 429', '(429): it has accepted nothing for 5 minutes'];
const LONG_WAIT: Told = [
	'The service returned 429',
	'asks to wait 121 seconds, but this node waits 120 at most',
];
const SAFELY_REDIRECTED: Told = [...REDIRECTED];
const PREVIOUS = 'A previous attempt may have succeeded: retry this execution';
const FORBIDDEN: Result = { statusCode: 403 };
const CHECK_KEY = 'Check the API Key in the credential, and what the key may do';
const NOT_ALLOWED: Told = [`${CHECK_KEY}. ${PREVIOUS}`, '(403)'];
const STILL_LIMITED: Told = [`with fewer items. ${PREVIOUS}`, 'asks to wait 121 seconds'];
const SAFELY_REPEATED = [SAFE, DUPLICATE, SAFELY_REDIRECTED, NOT_ALLOWED, STILL_LIMITED];
const RETRY = { mayHaveSucceeded: true };
const INTERNAL: Result = { statusCode: 500, body: { message: 'No' } };

describe('An error', () => {
	test.each<[string, IHttpRequestOptions, Result[], Told, Parameters<typeof outcome>[2]?]>([
		['a POST whose response is lost', POST, [LOST], UNSAFE],
		['a POST that fails with 500', POST, [INTERNAL], UNSAFE],
		['a POST that is redirected', POST, [{ statusCode: 303 }], REDIRECTED],
		['a POST that is refused', POST, [CONFLICT], REFUSED],
		['a POST while nothing gets through', POST, [limited('1')], STALLED],
		['a POST whose service asks for a long wait', POST, [limited('121')], LONG_WAIT],
		['a POST with a key whose responses are lost', WITH_KEY, [LOST], SAFE],
		['a POST with a key, lost and then a conflict', WITH_KEY, [LOST, CONFLICT], DUPLICATE],
		['a POST with a key, rate limited and then a conflict', WITH_KEY, [limited('1'), CONFLICT], REFUSED],
		['a POST with a key, a conflict', WITH_KEY, [CONFLICT], REFUSED],
		['a POST with a key, lost and then refused for good', WITH_KEY, [LOST, FORBIDDEN], NOT_ALLOWED],
		['a POST with a key that is refused for good', WITH_KEY, [FORBIDDEN], [CHECK_KEY, '(403)']],
		['a POST with a key that is redirected', WITH_KEY, [{ statusCode: 303 }], SAFELY_REDIRECTED],
		['a conflict of what a previous attempt may have written', WITH_KEY, [CONFLICT], DUPLICATE, RETRY],
		['a long wait for that', WITH_KEY, [limited('121')], STILL_LIMITED, RETRY],
		['a GET whose responses are lost', GET, [LOST], ['the connection was closed', 'ECONNRESET']],
	])('of %s', async (_what, request, answers, told, ways = {}) => {
		const { error } = await outcome(request, [...answers], ways);
		expect(error?.message).toContain(told[0]);
		for (const sentence of [UNKNOWN, PREVIOUS]) {
			expect(error?.message.includes(sentence)).toBe(told[0].includes(sentence));
		}
		expect(error?.description).toContain(told[1]);
		expect(error?.name).toBe('NodeApiError');
		expect(error instanceof UnknownOutcomeError).toBe([UNSAFE, REDIRECTED].includes(told));
		expect(error instanceof RetryableOutcomeError).toBe(SAFELY_REPEATED.includes(told));
	});

	/** See `RetryAdvice`: a model that calls a tool sees the message alone. */
	test.each<[RequestSettings['retryAdvice'], next: string]>([
		['execution', 'retry this execution, which sends the same'],
		['call', 'call again with the same values, which sends the same'],
		['nothing', 'check whether the log entry exists before you call again'],
	])('of a log entry whose key is sent again by %s says what to do next', async (retryAdvice, next) => {
		const lost = await outcome(WITH_KEY, [LOST], { retryAdvice });
		expect(lost.error?.message).toContain(`The request may have succeeded: ${next}`);
		const refused = await outcome(WITH_KEY, [LOST, FORBIDDEN], { retryAdvice });
		expect(refused.error?.message).toContain(`A previous attempt may have succeeded: ${next}`);
	});

	test('of a POST that was never sent, because another is asked for a long wait', async () => {
		const { send, sent } = service([limited('121')], { maxConcurrentRequests: 1 });
		const errors = [send(POST), send(POST)].map(
			async (sending) => await sending.catch((error: Error) => error),
		);
		await jest.runAllTimersAsync();
		const [, error] = await Promise.all(errors);
		expect(error).toMatchObject({
			message: 'The service accepts no more requests for now. Try again later, or with fewer items',
			description: expect.stringContaining('asks to wait 121 seconds') as string,
		});
		expect(sent).toHaveLength(1);
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
		expect(error instanceof UnknownOutcomeError).toBe(true);
	});
});
