/** What becomes of a request attempt by attempt, without n8n and HTTP; over HTTP, see delivery.test.ts. */
import { RequestAbortedError } from '../../../../nodes/AudiencePage/transport/apiClient';
import { type Came, GET, limited, LOST, OK, outcome, POST, service, useClock, WITH_KEY } from './attempts';

useClock();

describe('A request', () => {
	test('goes out with the credential and the time it may take', async () => {
		const { send, sent, credentials } = service([OK]);
		await expect(send(GET)).resolves.toEqual({ a: 1 });
		expect(sent).toMatchObject([
			{
				request: { method: 'GET', url: '/v0/persons/search', timeout: 60_000, returnFullResponse: true },
				how: {
					type: 'audiencePageApi',
					how: {
						credentialsDecrypted: {
							id: '',
							name: 'audiencePageApi',
							type: 'audiencePageApi',
							data: credentials,
						},
					},
				},
			},
		]);
	});

	test('that is answered with nothing gives an empty object', async () => {
		expect((await outcome(POST, [{ statusCode: 204 }])).ended).toEqual({});
	});

	test('is sent again after waits of its own, which double', async () => {
		const { ended, times } = await outcome(GET, [LOST, LOST, { statusCode: 502 }, OK]);
		expect(times).toEqual([0, 250, 750, 1750]);
		expect(ended).toEqual({ a: 1 });
	});

	test('is sent again when the service asks for it, however often', async () => {
		const answers = [...Array.from({ length: 7 }, () => limited('2')), limited('1'), OK];
		const { ended, times, limited: count } = await outcome(POST, answers, { maxRetries: 0 });
		expect(times.slice(0, 8)).toEqual([0, 2000, 4000, 6000, 8000, 10_000, 12_000, 14_000]);
		// By now the wait of our own is the longer one.
		expect(times[8]).toBeGreaterThan(15_000);
		expect(ended).toEqual({ a: 1 });
		expect(count).toBe(8);
	});

	test('is sent again once after 500, whatever Max Retries says', async () => {
		expect((await outcome(GET, [{ statusCode: 500 }], { maxRetries: 5 })).times).toHaveLength(2);
	});

	test.each([['120'], ['0'], [undefined]])(
		'ends when nothing gets through for 5 minutes: %s',
		async (header) => {
			const { times } = await outcome(GET, [limited(header)]);
			expect(times.at(-1)).toBeGreaterThanOrEqual(300_000);
			expect(times.at(-1)).toBeLessThanOrEqual(300_000 + 120_000);
		},
	);
});

describe('A wait that the service asks for', () => {
	test.each<[string, Came, number]>([
		['by a header of 429', limited('2'), 2000],
		['by 429 alone', limited(), 200],
		['by 429 with 0', limited('0'), 200],
		['by 429 with a date that is past', limited('Sat, 21 Nov 2020 12:00:00 GMT'), 200],
		['by 429 with less than nothing', limited('-3'), 200],
		['by 429 with a text', limited('soon'), 200],
		['by a header of 503', { statusCode: 503, headers: { 'retry-after': '2' } }, 2000],
		['by a header of 503 that says nothing', { statusCode: 503, headers: { 'retry-after': '' } }, 200],
	])('%s holds up the other requests', async (_how, answer, milliseconds) => {
		const { send, sent } = service([answer, OK], { maxRetries: 0 });
		const first = send(POST);
		await jest.advanceTimersByTimeAsync(1);
		const second = send({ ...GET, url: '/v0/other' });
		await jest.advanceTimersByTimeAsync(milliseconds - 2);
		expect(sent).toHaveLength(1);
		await jest.runAllTimersAsync();
		await Promise.all([first, second]);
		expect(sent.map(({ request }) => request.url)).toEqual([POST.url, POST.url, '/v0/other']);
	});

	test.each<[string, Came]>([
		['a lost answer', LOST],
		['503 without a header', { statusCode: 503 }],
	])('is none after %s: other requests go on', async (_what, answer) => {
		const { send, sent } = service([answer, OK]);
		const first = send(GET);
		await jest.advanceTimersByTimeAsync(1);
		const second = send(GET);
		await jest.advanceTimersByTimeAsync(1);
		expect(sent).toHaveLength(2);
		await jest.runAllTimersAsync();
		await Promise.all([first, second]);
	});
});

describe('What the service takes at once', () => {
	/** How many of many requests were sent after the first ones were answered, each after 100 ms. */
	async function after(came: Came, request = POST): Promise<number> {
		const { send, sent, halt } = service([came], { maxRetries: 0, milliseconds: 100 });
		const sending = Promise.allSettled(Array.from({ length: 200 }, async () => await send(request)));
		await jest.advanceTimersByTimeAsync(99);
		expect(sent).toHaveLength(8);
		await jest.advanceTimersByTimeAsync(50);
		halt.abort();
		await jest.runAllTimersAsync();
		await sending;
		return sent.length;
	}

	test.each<[string, Came, number]>([
		['more where it answers well', OK, 8 + 9],
		['more where it refuses, for that is an answer', { statusCode: 400 }, 8 + 9],
		['as much where an answer is lost', LOST, 8 + 8],
		['less where it is overloaded', { statusCode: 503 }, 8 + 4],
		['nothing where it limits', limited('0'), 8],
	])('is %s', async (_what, came, count) => {
		expect(await after(came)).toBe(count);
	});

	test('goes first to what is sent again', async () => {
		const { send, sent } = service([limited('1'), OK], { maxConcurrentRequests: 1 });
		const urls = ['/v0/a', '/v0/b', '/v0/c'];
		const sending = urls.map(async (url) => await send({ ...GET, url }));
		await jest.runAllTimersAsync();
		await Promise.all(sending);
		expect(sent.map(({ request }) => request.url)).toEqual(['/v0/a', ...urls]);
	});
});

describe('When the run ends', () => {
	test('no request is sent any more', async () => {
		const { send, sent, halt } = service([OK]);
		halt.abort();
		await expect(send(POST)).rejects.toMatchObject({
			message: 'The run has stopped',
			mayHaveSucceeded: false,
		});
		expect(sent).toEqual([]);
	});

	test.each<[string, Came, boolean]>([
		['that may have been done', LOST, true],
		['that was not taken', 'ECONNREFUSED', false],
		['that was limited', limited('60'), false],
	])('no request %s is sent again, and that is said', async (_what, answer, mayHaveSucceeded) => {
		const { send, sent, halt } = service([answer, OK]);
		const ending = send(WITH_KEY).catch((error: Error) => error);
		await jest.advanceTimersByTimeAsync(10);
		halt.abort();
		await jest.advanceTimersByTimeAsync(0);
		const ended = await ending;
		expect(ended).toBeInstanceOf(RequestAbortedError);
		expect(ended).toMatchObject({ mayHaveSucceeded });
		expect(sent).toHaveLength(1);
	});
});
