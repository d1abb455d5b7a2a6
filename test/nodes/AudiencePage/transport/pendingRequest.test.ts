/** Requests attempt by attempt, without n8n and HTTP. */
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

interface SentAgain {
	when: string;
	request: IHttpRequestOptions;
	answers: Result[];
	record?: typeof PERSON;
	/** At which it is sent. */
	times: number[];
}
const SENT_AGAIN: SentAgain[] = [
	{
		when: 'after failures',
		request: GET,
		answers: [LOST, LOST, { statusCode: 500 }, OK],
		times: [0, 250, 750, 1750],
	},
	{ when: 'after a rate limit', request: POST, answers: [limited('2'), OK], times: [0, 2000] },
	{
		when: 'where what was asked for is missing',
		request: WITH_KEY,
		answers: [{ statusCode: 200 }, OK],
		record: PERSON,
		times: [0, 250],
	},
	{
		when: 'not if that is not safe',
		request: POST,
		answers: [{ statusCode: 204 }],
		record: PERSON,
		times: [0],
	},
	{
		when: 'five times at most',
		request: GET,
		answers: [LOST],
		times: [0, 250, 750, 1750, 3750, 7750],
	},
];

describe('A request is sent again', () => {
	test.each(SENT_AGAIN)('$when', async ({ request, answers, record, times }) => {
		expect((await outcome(request, answers, { record })).times).toEqual(times);
	});

	test('after rate limits, however many, and each is counted', async () => {
		const result = await outcome(POST, [...Array<Result>(4).fill(limited('2')), OK]);
		expect(result.times).toEqual([0, 2000, 4000, 6000, 8000]);
		expect([result.ended, result.limited]).toEqual([{ personId: 'person_1' }, 4]);
	});
});

test('Many requests to a service that is silent begin to fail after some minutes, however many they are', async () => {
	const MINUTE = 60_000;
	const { send, controller } = service([LOST], { milliseconds: MINUTE });
	const began = performance.now();
	let firstFailure = Infinity;
	const sending = Array.from({ length: 300 }, async () => {
		await send(WITH_KEY).catch(() => {
			firstFailure = Math.min(firstFailure, performance.now() - began);
		});
	});
	await jest.advanceTimersByTimeAsync(15 * MINUTE);
	controller.abort();
	await jest.runAllTimersAsync();
	await Promise.all(sending);
	expect(firstFailure).toBeLessThanOrEqual(12 * MINUTE);
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

const [unsafe, safe] = [UnknownOutcomeError, RetryableOutcomeError];
const CHECK = 'It may be done: check in Audience Page before you send it again';
const AGAIN = 'It may be done: run it again, that writes nothing twice';
const LATER = 'It may be done: run it again in five minutes, that writes nothing twice';
const RETRY =
	'It may be done: retry this execution, or check in Audience Page before you send it again';
const NOT_DONE = 'It was not done';
const [FORBIDDEN, MOVED, FAILED]: Result[] = [403, 303, 500].map((statusCode) => ({
	statusCode,
}));
const LONG = limited('121');
const PATCH: IHttpRequestOptions = { ...POST, method: 'PATCH', url: '/v0/persons/p1' };

interface Failure {
	what: string;
	request: IHttpRequestOptions;
	answers: Result[];
	type?: typeof unsafe;
	/** Of its message. */
	end: string;
	isRepeatable?: boolean;
}
const EXISTS = 'whether the record already exists';
const FAILURES: Failure[] = [
	{ what: 'a POST that is lost', request: POST, answers: [LOST], type: unsafe, end: CHECK },
	{ what: 'a POST with 500', request: POST, answers: [FAILED!], type: unsafe, end: CHECK },
	{
		what: 'a redirected POST',
		request: POST,
		answers: [MOVED!],
		end: 'Check the Base URL in the credential',
	},
	{ what: 'a refused POST', request: POST, answers: [CONFLICT], end: EXISTS },
	{ what: 'an unheard POST', request: POST, answers: ['ECONNREFUSED'], end: NOT_DONE },
	{ what: 'a POST in a stall', request: POST, answers: [limited('1')], end: NOT_DONE },
	{ what: 'a POST that is to wait long', request: POST, answers: [LONG], end: NOT_DONE },
	{
		what: 'a lost POST that looks first',
		request: POST,
		answers: [LOST],
		type: unsafe,
		end: LATER,
		isRepeatable: true,
	},
	{ what: 'a lost PATCH', request: PATCH, answers: [LOST], end: AGAIN },
	{
		what: 'a lost PATCH, then unheard',
		request: PATCH,
		answers: [LOST, 'ECONNREFUSED'],
		end: AGAIN,
	},
	{ what: 'a lost PATCH, then refused', request: PATCH, answers: [LOST, FORBIDDEN!], end: AGAIN },
	{ what: 'a lost log entry', request: WITH_KEY, answers: [LOST], type: safe, end: RETRY },
	{
		what: 'a lost log entry, then a conflict',
		request: WITH_KEY,
		answers: [LOST, CONFLICT],
		type: safe,
		end: RETRY,
	},
	{
		what: 'a limited log entry, then a conflict',
		request: WITH_KEY,
		answers: [limited('1'), CONFLICT],
		end: EXISTS,
	},
	{
		what: 'a lost log entry, then a refusal',
		request: WITH_KEY,
		answers: [LOST, FORBIDDEN!],
		type: safe,
		end: RETRY,
	},
	{
		what: 'a refused log entry',
		request: WITH_KEY,
		answers: [FORBIDDEN!],
		end: 'what the key may do',
	},
	{
		what: 'a lost log entry, then a long wait',
		request: WITH_KEY,
		answers: [LOST, LONG],
		type: safe,
		end: RETRY,
	},
	{ what: 'a lost GET', request: GET, answers: [LOST], end: 'Check whether the service is up' },
];

describe('An error', () => {
	test.each(FAILURES)('of $what', async ({ request, answers, type, end, isRepeatable }) => {
		const { error } = await outcome(request, answers, { isRepeatable });
		expect(error?.message.endsWith(end)).toBe(true);
		expect(error?.name).toBe('NodeApiError');
		expect([unsafe, safe].filter((one) => error instanceof one)).toEqual(type ? [type] : []);
	});

	test('of a rate limit tells an n8n that polls how long to wait', async () => {
		const { error } = await outcome(GET, [LONG]);
		expect(error).toMatchObject({ failure: { cause: 'rate-limited', retryAfterMs: 121_000 } });
	});

	test('of a rate limit after a lost answer is of the rate limit', async () => {
		const { error } = await outcome(GET, [LOST, LONG]);
		expect(error?.message).toMatch(/^The service returned 429 without a reason/);
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
