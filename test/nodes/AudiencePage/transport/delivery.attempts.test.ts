/** What becomes of a request attempt by attempt, without n8n and HTTP; over HTTP, see delivery.test.ts. */
import { Halted } from '../../../../nodes/AudiencePage/transport/delivery';
import {
	type Came,
	CREDENTIALS,
	GET,
	limited,
	LOST,
	OK,
	outcome,
	POST,
	service,
	useClock,
	WITH_KEY,
} from './attempts';

useClock();

describe('A request', () => {
	test('goes out with the credential and the time it may take', async () => {
		const { delivery, sent } = await service([OK]);
		await expect(delivery.send(GET)).resolves.toEqual({ a: 1 });
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
							data: CREDENTIALS,
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

	test('is sent again when the service asks for it', async () => {
		const { ended, times, limited: count } = await outcome(POST, [limited('2'), limited('1'), OK]);
		expect(times).toEqual([0, 2000, 3000]);
		expect(ended).toEqual({ a: 1 });
		expect(count).toBe(2);
	});

	test('does not wait longer than all waits together may last', async () => {
		const { error, times } = await outcome(GET, [limited('120')]);
		expect(times).toEqual([0, 120_000, 240_000]);
		expect(error?.message).toBe('The service answered 429 without saying why');
	});
});

describe('A wait that the service asks for', () => {
	test.each<[string, Came, number]>([
		['by a header of 429', limited('2'), 2000],
		['by 429 alone', limited(), 250],
		['by a header of 503', { statusCode: 503, headers: { 'retry-after': '2' } }, 2000],
	])('%s holds up the other requests', async (_how, answer, milliseconds) => {
		const { delivery, sent } = await service([answer, OK]);
		const first = delivery.send(GET);
		await jest.advanceTimersByTimeAsync(1);
		const second = delivery.send({ ...GET, url: '/v0/other' });
		await jest.advanceTimersByTimeAsync(milliseconds - 2);
		expect(sent).toHaveLength(1);
		await jest.runAllTimersAsync();
		await Promise.all([first, second]);
		expect(sent.map(({ request }) => request.url)).toEqual([GET.url, GET.url, '/v0/other']);
	});

	test.each<[string, Came]>([
		['a lost answer', LOST],
		['503 without a header', { statusCode: 503 }],
	])('is none after %s: other requests go on', async (_what, answer) => {
		const { delivery, sent } = await service([answer, OK]);
		const first = delivery.send(GET);
		await jest.advanceTimersByTimeAsync(1);
		const second = delivery.send(GET);
		await jest.advanceTimersByTimeAsync(1);
		expect(sent).toHaveLength(2);
		await jest.runAllTimersAsync();
		await Promise.all([first, second]);
	});
});

describe('What the service takes at once', () => {
	/** How many of many requests were sent after the first ones were answered, each after 100 ms. */
	async function after(came: Came, request = POST): Promise<number> {
		const { delivery, sent, halt } = await service([came], { maxRetries: 0 }, { milliseconds: 100 });
		const sending = Promise.allSettled(Array.from({ length: 200 }, async () => await delivery.send(request)));
		await jest.advanceTimersByTimeAsync(99);
		expect(sent).toHaveLength(8);
		await jest.advanceTimersByTimeAsync(50);
		halt.abort();
		await jest.runAllTimersAsync();
		await sending;
		return sent.length;
	}

	test.each<[string, Came, number]>([
		['more where it answers well', OK, 8 + 16],
		['as much where it refuses', { statusCode: 400 }, 8 + 8],
		['as much where an answer is lost', LOST, 8 + 8],
		['less where it is overloaded', { statusCode: 503 }, 8 + 4],
		['less where it limits', limited('0'), 8 + 4],
	])('is %s', async (_what, came, count) => {
		expect(await after(came)).toBe(count);
	});

	test('goes first to what is sent again', async () => {
		const { delivery, sent } = await service([limited('1'), OK], { maxConcurrentRequests: 1 });
		const urls = ['/v0/a', '/v0/b', '/v0/c'];
		const sending = urls.map(async (url) => await delivery.send({ ...GET, url }));
		await jest.runAllTimersAsync();
		await Promise.all(sending);
		expect(sent.map(({ request }) => request.url)).toEqual(['/v0/a', ...urls]);
	});
});

describe('When the run ends', () => {
	test('no request is sent any more', async () => {
		const { delivery, sent, halt } = await service([OK]);
		halt.abort();
		await expect(delivery.send(POST)).rejects.toMatchObject({
			message: 'The run has stopped',
			mayBeDone: false,
		});
		expect(sent).toEqual([]);
	});

	test.each<[string, Came, boolean]>([
		['that may have been done', LOST, true],
		['that was not taken', 'ECONNREFUSED', false],
		['that was limited', limited('60'), false],
	])('no request %s is sent again, and that is said', async (_what, answer, mayBeDone) => {
		const { delivery, sent, halt } = await service([answer, OK]);
		const ending = delivery.send(WITH_KEY).catch((error: Error) => error);
		await jest.advanceTimersByTimeAsync(10);
		halt.abort();
		await jest.advanceTimersByTimeAsync(0);
		const ended = await ending;
		expect(ended).toBeInstanceOf(Halted);
		expect(ended).toMatchObject({ mayBeDone });
		expect(sent).toHaveLength(1);
	});
});
