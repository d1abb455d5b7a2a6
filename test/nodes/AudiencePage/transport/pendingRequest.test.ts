/** Requests attempt by attempt, without n8n and HTTP; over HTTP, see worlds/. */
import type { IHttpRequestOptions } from 'n8n-workflow';
import {
	RetryableOutcomeError,
	UnknownOutcomeError,
} from '../../../../nodes/AudiencePage/transport/errors';
import { RequestAbortedError } from '../../../../nodes/AudiencePage/transport/pendingRequest';
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

const PERSON = { idField: 'personId', isInPath: false };

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

test('A client with a time limit gives n8n no more time for an answer than is left', async () => {
	const { send, sent } = service([OK], { timeLimit: 5000 });
	await send(GET);
	await jest.advanceTimersByTimeAsync(2000);
	await send(GET);
	expect(sent.map(({ request }) => request.timeout)).toEqual([5000, 3000]);
});

describe('A request is sent again', () => {
	test.each<[string, IHttpRequestOptions, Result[], Parameters<typeof outcome>[2], number[]]>([
		['after failures', GET, [LOST, LOST, { statusCode: 500 }, OK], {}, [0, 250, 750, 1750]],
		['after a rate limit', POST, [limited('2'), OK], {}, [0, 2000]],
		[
			'where what was asked for is missing',
			WITH_KEY,
			[{ statusCode: 200 }, OK],
			{ record: PERSON },
			[0, 250],
		],
		['not if that is not safe', POST, [{ statusCode: 204 }], { record: PERSON }, [0]],
		['five times at most', GET, [LOST], {}, [0, 250, 750, 1750, 3750, 7750]],
	])('%s', async (_how, request, answers, ways, times) => {
		expect((await outcome(request, answers, ways)).times).toEqual(times);
	});

	test('after rate limits, however many, and each is counted', async () => {
		const result = await outcome(POST, [...Array<Result>(4).fill(limited('2')), OK]);
		expect(result.times).toEqual([0, 2000, 4000, 6000, 8000]);
		expect([result.ended, result.limited]).toEqual([{ personId: 'person_1' }, 4]);
	});
});

describe('A wait that the service asks for', () => {
	test.each<[string, Result, number]>([
		['by a header of 429', limited('2'), 2000],
		['by 429 alone', limited(), 281],
		['by 429 with a text', limited('soon'), 281],
		['by a header of 503', { statusCode: 503, headers: { 'retry-after': '2' } }, 2000],
		[
			'by a header of 503 that says nothing',
			{ statusCode: 503, headers: { 'retry-after': '' } },
			281,
		],
	])('%s holds up the other requests to the endpoint', async (_how, answer, milliseconds) => {
		const { send, sent } = service([answer, OK]);
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
	['increases with successes', OK, 8 + 10],
	['increases with refusals, which are responses too', { statusCode: 400 }, 8 + 10],
	['is the same after lost responses', LOST, 8 + 8],
	['is the same after responses of unknown outcome', { statusCode: 500 }, 8 + 8],
	['is the same where the service is not trusted', 'CERT_HAS_EXPIRED', 8 + 8],
	['is 1 after overloads', { statusCode: 503 }, 8 + 1],
	['is 0 after a rate limit', limited('0'), 8],
])('The number of requests in flight %s', async (_what, result, count) => {
	const { send, sent, controller } = service([result], { milliseconds: 100 });
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
	const CHECK = 'It may be done: check in Audience Page before you send it again';
	const AGAIN = 'It may be done: run it again, that writes nothing twice';
	const NOT_DONE = 'It was not done';
	const [FORBIDDEN, MOVED, FAILED]: Result[] = [403, 303, 500].map((statusCode) => ({
		statusCode,
	}));
	const LONG = limited('121');
	const PATCH: IHttpRequestOptions = { ...POST, method: 'PATCH', url: '/v0/persons/p1' };

	test.each<
		[string, IHttpRequestOptions, Result[], typeof unsafe | typeof plain, end: string, object?]
	>([
		['a POST whose response is lost', POST, [LOST], unsafe, CHECK],
		['a POST that fails with 500', POST, [FAILED!], unsafe, CHECK],
		['a POST that is redirected', POST, [MOVED!], unsafe, CHECK],
		['a POST that is refused', POST, [CONFLICT], plain, 'whether the record already exists'],
		['a POST that reaches nobody', POST, ['ECONNREFUSED'], plain, NOT_DONE],
		['a POST while nothing gets through', POST, [limited('1')], plain, NOT_DONE],
		['a POST that is to wait long', POST, [LONG], plain, NOT_DONE],
		[
			'a POST that looks first, whose response is lost',
			POST,
			[LOST],
			unsafe,
			AGAIN,
			{ isRepeatable: true },
		],
		['a PATCH whose responses are lost', PATCH, [LOST], plain, AGAIN],
		['a log entry whose responses are lost', WITH_KEY, [LOST], safe, CHECK],
		['one that is lost, then a conflict', WITH_KEY, [LOST, CONFLICT], safe, CHECK],
		[
			'one limited, then a conflict',
			WITH_KEY,
			[limited('1'), CONFLICT],
			plain,
			'whether the record already exists',
		],
		['one lost, then refused', WITH_KEY, [LOST, FORBIDDEN!], safe, CHECK],
		['a log entry that is refused', WITH_KEY, [FORBIDDEN!], plain, 'what the key may do'],
		['one lost, then a long wait', WITH_KEY, [LOST, LONG], safe, CHECK],
		['a GET whose responses are lost', GET, [LOST], plain, 'whether the service is up'],
	])('of %s', async (_what, request, answers, type, end, ways = {}) => {
		const { error } = await outcome(request, answers, ways);
		expect(error?.message.endsWith(end)).toBe(true);
		expect(error?.name).toBe('NodeApiError');
		expect([unsafe, safe].filter((one) => error instanceof one)).toEqual(type ? [type] : []);
	});

	test('of a rate limit tells an n8n that polls how long to wait', async () => {
		const { error } = await outcome(GET, [LONG]);
		expect(error).toMatchObject({ failure: { cause: 'rate-limited', retryAfterMs: 121_000 } });
	});

	test('of a POST that was never sent, because another is asked for a long wait', async () => {
		const { send, sent } = service([limited('121')], { maxConcurrentRequests: 1 });
		const errors = [POST, POST].map(
			async (request) => await send(request).catch((error: Error) => error),
		);
		await jest.runAllTimersAsync();
		expect((await Promise.all(errors))[1]).toMatchObject({
			message: 'The service accepts no more requests for now. Try again later. It was not done',
			description: expect.stringContaining('asks for a wait of 121 seconds') as string,
			httpCode: '429',
		});
		expect(sent).toHaveLength(1);
	});
});
