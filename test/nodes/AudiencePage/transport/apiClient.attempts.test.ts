/** Requests attempt by attempt, without n8n and HTTP; over HTTP, see apiClient.test.ts. */
import type { IHttpRequestOptions } from 'n8n-workflow';

import { RequestAbortedError } from '../../../../nodes/AudiencePage/transport/apiClient';
import { type Result, GET, limited, LOST, OK, outcome, POST, service, useClock, WITH_KEY } from './attempts';

useClock();

describe('A request', () => {
	test('is sent with the credential and its timeout', async () => {
		const { send, sent, credentials } = service([OK]);
		const named = { id: '', name: 'audiencePageApi' };
		await expect(send(GET)).resolves.toEqual({ personId: 'person_1' });
		expect(sent).toMatchObject([
			{
				request: { method: 'GET', url: '/v0/persons/search', timeout: 60_000, returnFullResponse: true },
				type: 'audiencePageApi',
				how: { credentialsDecrypted: { ...named, type: 'audiencePageApi', data: credentials } },
			},
		]);
	});

	test('with an empty response gives an empty object, if it adds no record', async () => {
		const update: IHttpRequestOptions = { method: 'PATCH', url: '/v0/persons/person_1', body: {} };
		expect((await outcome(update, [{ statusCode: 204 }])).ended).toEqual({});
	});

	test('for a new record that is answered without it may have succeeded, and is repeated once if that is safe', async () => {
		const once = await outcome(POST, [{ statusCode: 204 }]);
		expect([once.times.length, once.error?.message]).toEqual([
			1,
			expect.stringContaining('may have succeeded'),
		]);
		const withKey = await outcome(WITH_KEY, [{ statusCode: 200, body: {} }]);
		expect([withKey.times.length, withKey.error?.message]).toEqual([
			2,
			expect.stringContaining('may have succeeded'),
		]);
	});

	test('is retried with exponential backoff', async () => {
		const { ended, times } = await outcome(GET, [LOST, LOST, { statusCode: 500 }, OK]);
		expect(times).toEqual([0, 250, 750, 1750]);
		expect(ended).toEqual({ personId: 'person_1' });
	});

	test('is retried after rate limits, however many', async () => {
		const answers = [...Array.from({ length: 7 }, () => limited('2')), limited('1'), OK];
		const { ended, times, limited: count } = await outcome(POST, answers, { maxRetries: 0 });
		expect(times.slice(0, 8)).toEqual([0, 2000, 4000, 6000, 8000, 10_000, 12_000, 14_000]);
		// By now the pause of our own is longer.
		expect(times[8]).toBeGreaterThan(15_000);
		expect(ended).toEqual({ personId: 'person_1' });
		expect(count).toBe(8);
	});

	test('is not retried when its waits add up to more than 5 minutes', async () => {
		const answer = { statusCode: 502, headers: { 'retry-after': '110' } };
		expect((await outcome(GET, [answer], { maxRetries: 5 })).times).toEqual([0, 110_000, 220_000]);
	});

	test('is retried once after 500, whatever Max Retries says', async () => {
		expect((await outcome(GET, [{ statusCode: 500 }], { maxRetries: 5 })).times).toHaveLength(2);
	});
});

describe('A wait that the service asks for', () => {
	test.each<[string, Result, number]>([
		['by a header of 429', limited('2'), 2000],
		['by 429 alone', limited(), 200],
		['by 429 with 0', limited('0'), 200],
		['by 429 with a date that is past', limited('Sat, 21 Nov 2020 12:00:00 GMT'), 200],
		['by 429 with less than nothing', limited('-3'), 200],
		['by 429 with a text', limited('soon'), 200],
		['by a header of 503', { statusCode: 503, headers: { 'retry-after': '2' } }, 2000],
		['by a header of 503 that says nothing', { statusCode: 503, headers: { 'retry-after': '' } }, 200],
	])('%s holds up the other requests to the endpoint', async (_how, answer, milliseconds) => {
		const { send, sent } = service([answer, OK], { maxRetries: 0 });
		const first = send(POST);
		await jest.advanceTimersByTimeAsync(1);
		const other = { ...POST, body: { name: 'Bob' } };
		const second = send(other);
		await jest.advanceTimersByTimeAsync(milliseconds - 2);
		expect(sent).toHaveLength(1);
		await jest.runAllTimersAsync();
		await Promise.all([first, second]);
		const bodies = [POST, POST, other].map(({ body }) => JSON.stringify(body));
		expect(sent.map(({ request }) => request.body)).toEqual(bodies);
	});
});

describe('The number of requests in flight', () => {
	/** How many of 200 requests were sent soon after the first results, which take 100 ms. */
	async function after(result: Result, request = POST): Promise<number> {
		const { send, sent, controller } = service([result], { maxRetries: 0, milliseconds: 100 });
		const sending = Promise.allSettled(Array.from({ length: 200 }, async () => await send(request)));
		await jest.advanceTimersByTimeAsync(99);
		expect(sent).toHaveLength(8);
		await jest.advanceTimersByTimeAsync(50);
		controller.abort();
		await jest.runAllTimersAsync();
		await sending;
		return sent.length;
	}

	test.each<[string, Result, number]>([
		['increases with successes', OK, 8 + 9],
		['increases with refusals, which are responses too', { statusCode: 400 }, 8 + 9],
		['is the same after lost responses', LOST, 8 + 8],
		['is the same after responses of unknown outcome', { statusCode: 500 }, 8 + 8],
		['is the same where the service is not trusted', 'CERT_HAS_EXPIRED', 8 + 8],
		['is halved by an overload', { statusCode: 503 }, 8 + 4],
		['is 0 after a rate limit', limited('0'), 8],
	])('%s', async (_what, result, count) => {
		expect(await after(result)).toBe(count);
	});
});

describe('When the run is aborted', () => {
	test('no request is sent', async () => {
		const { send, sent, controller } = service([OK]);
		controller.abort();
		await expect(send(POST)).rejects.toMatchObject({
			message: 'The run has stopped',
			mayHaveSucceeded: false,
		});
		expect(sent).toEqual([]);
	});

	test('no request is sent whose turn comes just then', async () => {
		const { send, sent, controller } = service([OK], { maxConcurrentRequests: 1 });
		const first = send(GET).then(() => controller.abort());
		const second = send(POST);
		await expect(second).rejects.toThrow(RequestAbortedError);
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
