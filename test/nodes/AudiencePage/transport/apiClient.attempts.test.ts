/** Requests attempt by attempt, without n8n and HTTP; over HTTP, see worlds/. */
import type { IHttpRequestOptions } from 'n8n-workflow';
import { RequestAbortedError } from '../../../../nodes/AudiencePage/transport/apiClient';
import {
	RetryableOutcomeError,
	UnknownOutcomeError,
} from '../../../../nodes/AudiencePage/transport/errors';
import { takeLines } from '../../../support/log';
import {
	CONFLICT,
	GET,
	limited,
	LOST,
	OK,
	outcome,
	POST,
	service,
	useClock,
	WITH_KEY,
	type Result,
} from './attempts';

useClock();

const PERSON = { idField: 'personId', fields: [], isInPath: false };

test('A request is sent with the credential and its timeout', async () => {
	const { send, sent, credentials } = service([OK]);
	await expect(send(GET)).resolves.toEqual({ personId: 'person_1' });
	const type = 'audiencePageApi';
	const request = {
		method: 'GET',
		url: '/v0/persons/search',
		timeout: 60_000,
		returnFullResponse: true,
	};
	const how = { credentialsDecrypted: { id: '', name: type, type, data: credentials } };
	expect(sent).toMatchObject([{ request, type, how }]);
});

/** As to the pickers of the form. */
test('An empty response gives an empty object, where nothing can abort the request', async () => {
	expect((await outcome(GET, [{ statusCode: 204 }], { abortSignal: undefined })).ended).toEqual({});
});

describe('A request is retried', () => {
	test.each<[string, IHttpRequestOptions, Result[], Parameters<typeof outcome>[2], number[]]>([
		[
			'with exponential backoff',
			GET,
			[LOST, LOST, { statusCode: 500 }, OK],
			{},
			[0, 250, 750, 1750],
		],
		[
			'after a rate limit, whatever Max Retries says',
			POST,
			[limited('2'), OK],
			{ maxRetries: 0 },
			[0, 2000],
		],
		[
			'once where the record is missing',
			WITH_KEY,
			[{ statusCode: 200 }],
			{ record: PERSON },
			[0, 250],
		],
		['not if that is not safe', POST, [{ statusCode: 204 }], { record: PERSON }, [0]],
	])('%s', async (_how, request, answers, ways, times) => {
		expect((await outcome(request, answers, ways)).times).toEqual(times);
	});

	test('after rate limits, however many, and each is counted', async () => {
		const result = await outcome(POST, [...Array<Result>(8).fill(limited('2')), OK]);
		expect(result.times).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => 2000 * n));
		expect([result.ended, result.limited]).toEqual([{ personId: 'person_1' }, 8]);
	});
});

describe('A wait that the service asks for', () => {
	test.each<[string, Result, number]>([
		['by a header of 429', limited('2'), 2000],
		['by 429 alone', limited(), 200],
		['by 429 with a text', limited('soon'), 200],
		['by a header of 503', { statusCode: 503, headers: { 'retry-after': '2' } }, 2000],
		[
			'by a header of 503 that says nothing',
			{ statusCode: 503, headers: { 'retry-after': '' } },
			200,
		],
	])('%s holds up the other requests to the endpoint', async (_how, answer, milliseconds) => {
		const { send, sent } = service([answer, OK], { maxRetries: 0 });
		const first = send(POST);
		await jest.advanceTimersByTimeAsync(1);
		const second = send({ ...POST, body: { name: 'Bob' } });
		await jest.advanceTimersByTimeAsync(milliseconds - 2);
		expect(sent).toHaveLength(1);
		await jest.runAllTimersAsync();
		await Promise.all([first, second]);
		expect(sent).toHaveLength(3);
	});
});

/** How many of 200 requests are sent soon after the first results, which take 100 ms. */
test.each<[string, Result, number]>([
	['increases with successes', OK, 8 + 9],
	['increases with refusals, which are responses too', { statusCode: 400 }, 8 + 9],
	['is the same after lost responses', LOST, 8 + 8],
	['is the same after responses of unknown outcome', { statusCode: 500 }, 8 + 8],
	['is the same where the service is not trusted', 'CERT_HAS_EXPIRED', 8 + 8],
	['is halved by an overload', { statusCode: 503 }, 8 + 4],
	['is 0 after a rate limit', limited('0'), 8],
])('The number of requests in flight %s', async (_what, result, count) => {
	const { send, sent, controller } = service([result], { maxRetries: 0, milliseconds: 100 });
	const sending = Promise.allSettled(Array.from({ length: 200 }, async () => await send(POST)));
	await jest.advanceTimersByTimeAsync(149);
	expect(sent).toHaveLength(count);
	controller.abort();
	await jest.runAllTimersAsync();
	await sending;
});

test('The log tells once of a pause, however many requests begin it, and of each retry and why', async () => {
	const { send } = service([OK, limited('2'), limited('2'), limited('2'), OK], {
		milliseconds: 100,
	});
	void Promise.all([POST, POST, POST, POST].map(send));
	await jest.runAllTimersAsync();
	const pause = {
		endpoint: 'POST /v0/persons',
		status: 429,
		waitMilliseconds: 2000,
		acceptedPerSecond: 0.5,
	};
	expect(takeLines('rateLimited')).toEqual([expect.objectContaining(pause)]);
	await outcome(GET, [LOST, { statusCode: 500 }, OK]);
	const why = { endpoint: 'GET /v0/persons/search', outcome: 'unknown' };
	expect(takeLines('retrying')).toMatchObject([
		{ ...why, errorCode: 'ECONNRESET', retry: 1, waitMilliseconds: 250 },
		{ ...why, status: 500, retry: 2, waitMilliseconds: 500 },
	]);
});

describe('When the run is aborted', () => {
	test('no request is sent whose turn comes just then', async () => {
		const { send, sent, controller } = service([OK], { maxConcurrentRequests: 1 });
		const first = send(GET).then(() => controller.abort());
		await expect(send(POST)).rejects.toThrow(RequestAbortedError);
		await first;
		expect(sent).toHaveLength(1);
	});

	test.each<[string, Result, boolean]>([
		['that may have succeeded', LOST, true],
		['that was not processed', 'ECONNREFUSED', false],
		['that was rate limited', limited('60'), false],
	])('no request %s is retried, and the error says so', async (_what, answer, mayHaveSucceeded) => {
		const { send, sent, controller } = service([answer, OK]);
		const ending = send(WITH_KEY).catch((error: Error) => error);
		await jest.advanceTimersByTimeAsync(10);
		controller.abort();
		await jest.advanceTimersByTimeAsync(0);
		const ended = await ending;
		expect(ended).toBeInstanceOf(RequestAbortedError);
		expect(ended).toMatchObject({ mayHaveSucceeded });
		expect(sent).toHaveLength(1);
	});
});

describe('An error', () => {
	const [unsafe, safe, plain] = [UnknownOutcomeError, RetryableOutcomeError, undefined];
	const MAY_HAVE = 'The request may have succeeded';
	const CHECK = 'check whether the log entry exists before you send it again';
	const AGAIN = `${MAY_HAVE}: ${CHECK}`;
	const SAME_KEY = 'A retry of this execution sends the same idempotency key; so does another';
	const PREVIOUS = `A previous attempt may have succeeded: ${CHECK}`;
	const CHECK_KEY = 'Check the API Key in the credential, and what the key may do';
	const TWICE = 'sent again, it could be written twice';
	const DUPLICATE = 'The log entry may have been written by a previous attempt: This key was used';
	const REFUSED = 'The service rejected the request (409)';
	const [FORBIDDEN, MOVED, FAILED]: Result[] = [403, 303, 500].map((statusCode) => ({
		statusCode,
	}));
	const LIMITED = 'returned 429';
	const LONG = limited('121');
	const BASE_URL = 'the Base URL may be wrong';

	test.each<
		[string, IHttpRequestOptions, Result[], typeof unsafe | typeof plain, string, string, object?]
	>([
		['a POST whose response is lost', POST, [LOST], unsafe, MAY_HAVE, TWICE],
		['a POST that fails with 500', POST, [FAILED!], unsafe, MAY_HAVE, TWICE],
		['a POST that is redirected', POST, [MOVED!], unsafe, MAY_HAVE, BASE_URL],
		['a POST that is refused', POST, [CONFLICT], plain, 'This key was used', REFUSED],
		[
			'a POST while nothing gets through',
			POST,
			[limited('1')],
			plain,
			LIMITED,
			'nothing for 5 minutes',
		],
		['a POST that is to wait long', POST, [LONG], plain, LIMITED, '121 seconds, but this node'],
		[
			'a POST that looks first, whose response is lost',
			POST,
			[LOST],
			unsafe,
			`${MAY_HAVE}: run it again, it first looks for what is there`,
			'did not confirm the request.',
			{ isRepeatable: true },
		],
		['a log entry whose responses are lost', WITH_KEY, [LOST], safe, AGAIN, SAME_KEY],
		[
			'one that is lost, then a conflict',
			WITH_KEY,
			[LOST, CONFLICT],
			safe,
			DUPLICATE,
			'attempt (409)',
		],
		[
			'one limited, then a conflict',
			WITH_KEY,
			[limited('1'), CONFLICT],
			plain,
			'This key',
			REFUSED,
		],
		[
			'one lost, then refused',
			WITH_KEY,
			[LOST, FORBIDDEN!],
			safe,
			`${CHECK_KEY}. ${PREVIOUS}`,
			'(403)',
		],
		['a log entry that is refused', WITH_KEY, [FORBIDDEN!], plain, CHECK_KEY, '(403)'],
		['a log entry that is redirected', WITH_KEY, [MOVED!], safe, AGAIN, BASE_URL],
		[
			'one lost, then a long wait',
			WITH_KEY,
			[LOST, LONG],
			safe,
			`later. ${PREVIOUS}`,
			'121 seconds',
		],
		[
			'a GET whose responses are lost',
			GET,
			[LOST],
			plain,
			'the connection was closed',
			'ECONNRESET',
		],
	])('of %s', async (_what, request, answers, type, message, description, ways = {}) => {
		const { error } = await outcome(request, answers, ways);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain(description);
		for (const sentence of [MAY_HAVE, PREVIOUS])
			expect(error?.message.includes(sentence)).toBe(message.includes(sentence));
		expect(error?.name).toBe('NodeApiError');
		expect([unsafe, safe].filter((one) => error instanceof one)).toEqual(type ? [type] : []);
	});

	test('of a POST that was never sent, because another is asked for a long wait', async () => {
		const { send, sent } = service([limited('121')], { maxConcurrentRequests: 1 });
		const errors = [POST, POST].map(
			async (request) => await send(request).catch((error: Error) => error),
		);
		await jest.runAllTimersAsync();
		expect((await Promise.all(errors))[1]).toMatchObject({
			message: 'The service accepts no more requests for now. Try again later',
			description: expect.stringContaining('asks for a wait of 121 seconds') as string,
			httpCode: '429',
		});
		expect(sent).toHaveLength(1);
	});
});
