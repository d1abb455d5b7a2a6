/** What becomes of a request attempt by attempt, without n8n and HTTP; over HTTP, see delivery.test.ts. */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import {
	Delivery,
	Halted,
	isUnknownOutcome,
	type Manner,
} from '../../../../nodes/AudiencePage/transport/delivery';
import { aNode } from '../../../support/node';

const MANNER: Manner = { maxConcurrentRequests: 64, maxRetries: 3, timeout: 60_000 };
const CREDENTIALS = { baseUrl: 'https://api.example.com', apiKey: 'secret' };

const GET: IHttpRequestOptions = { method: 'GET', url: '/v0/persons/search' };
const POST: IHttpRequestOptions = { method: 'POST', url: '/v0/persons', body: { name: 'Ada' } };
const WITH_KEY: IHttpRequestOptions = { ...POST, body: { idempotencyKey: 'k' } };

/** An answer, or the code of a network error. */
type Came = string | { statusCode: number; body?: unknown; headers?: IDataObject };

const OK: Came = { statusCode: 200, body: { a: 1 } };
const LOST: Came = 'ECONNRESET';
const limited = (retryAfter?: string): Came => ({ statusCode: 429, headers: { 'retry-after': retryAfter } });
const CONFLICT: Came = { statusCode: 409, body: { message: 'This key was used' } };

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

interface Ways {
	isSecondRun?: boolean;
	/** How long the service takes for an answer. */
	milliseconds?: number;
}

/** A delivery to a service that answers so, one answer after the other; the last one for ever. */
async function service(
	answers: Came[],
	manner: Partial<Manner> = {},
	{ isSecondRun, milliseconds = 0 }: Ways = {},
) {
	const halt = new AbortController();
	const sent: Array<{ at: number; request: IHttpRequestOptions; how: unknown }> = [];
	const began = Date.now();
	async function httpRequestWithAuthentication(type: string, request: IHttpRequestOptions, how: unknown) {
		sent.push({ at: Date.now() - began, request, how: { type, how } });
		const came = answers.length > 1 ? answers.shift() : answers[0];
		if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
		if (typeof came === 'string') throw Object.assign(new Error(came), { code: came });
		return { headers: {}, body: '', ...came };
	}
	const context = {
		getNode: () => aNode,
		getCredentials: async (name: string) => (name === 'audiencePageApi' ? CREDENTIALS : undefined),
		helpers: { httpRequestWithAuthentication },
	};
	const delivery = await Delivery.open(context as never, { ...MANNER, ...manner }, halt.signal, isSecondRun);
	return { delivery, sent, halt };
}

/** What comes of a request, and when it was sent, in milliseconds. */
async function outcome(
	request: IHttpRequestOptions,
	answers: Came[],
	manner?: Partial<Manner>,
	isSecondRun?: boolean,
) {
	const { delivery, sent } = await service(answers, manner, { isSecondRun });
	const ending = delivery.send(request).catch((error: Error) => error);
	await jest.runAllTimersAsync();
	const ended = await ending;
	const error = ended instanceof Error ? (ended as Error & { description?: string }) : undefined;
	return { ended, error, times: sent.map(({ at }) => at), limited: delivery.limitedAnswers };
}

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

describe('An error', () => {
	const UNKNOWN = 'The service may have done it all the same';
	const LOOK = 'Look whether the record is there before you send it again';
	const SAME_KEY = 'sends the same idempotency key';

	test.each<[string, IHttpRequestOptions, Came[], boolean, string, string]>([
		['a POST whose answer is lost', POST, [LOST], true, UNKNOWN, LOOK],
		['a POST with a key whose answers are lost', WITH_KEY, [LOST], false, UNKNOWN, SAME_KEY],
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
			'Probably written by the earlier try: This key was used',
			'The answer to an earlier try was lost',
		],
		[
			'a POST with a key, limited and then a conflict',
			WITH_KEY,
			[limited('1'), CONFLICT],
			false,
			'This key was used',
			'Check the fields',
		],
		[
			'a POST with a key that is refused',
			WITH_KEY,
			[CONFLICT],
			false,
			'This key was used',
			'Check the fields',
		],
		['a POST that is refused', POST, [CONFLICT], false, 'This key was used', 'Check the fields'],
		[
			'a POST that is limited for good',
			POST,
			[limited('1')],
			false,
			'The service answered 429',
			'limits how often',
		],
		['a GET whose answers are lost', GET, [LOST], false, 'the connection was cut', 'ECONNRESET'],
		[
			'a GET, lost and then a conflict',
			GET,
			[LOST, CONFLICT],
			false,
			'This key was used',
			'Check the fields',
		],
	])('of %s', async (_what, request, answers, isUnknown, message, description) => {
		const { error } = await outcome(request, [...answers]);
		expect(error?.message).toContain(message);
		expect(error?.message.includes(UNKNOWN)).toBe(message === UNKNOWN);
		expect(error?.description).toContain(description);
		expect(error && isUnknownOutcome(error)).toBe(isUnknown);
	});

	test.each([
		[true, 'Probably written by the earlier try: This key was used'],
		[false, 'This key was used'],
		[undefined, 'This key was used'],
	])('of a conflict at once, in a second run: %j', async (isSecondRun, message) => {
		expect((await outcome(WITH_KEY, [CONFLICT], {}, isSecondRun)).error?.message).toBe(message);
	});

	test('of a POST with a key that is not repeated leaves open whether it was done', async () => {
		const { error, times } = await outcome(WITH_KEY, [LOST], { maxRetries: 0 });
		expect(times).toEqual([0]);
		expect(error?.message).toContain(UNKNOWN);
		expect(error?.description).toContain(SAME_KEY);
	});

	test('of another status in a second run is no conflict', async () => {
		const { error } = await outcome(WITH_KEY, [{ statusCode: 400, body: { message: 'No' } }], {}, true);
		expect(error?.message).toBe('No');
	});

	test('does not have the key, should the service repeat it', async () => {
		const { error } = await outcome(GET, [{ statusCode: 400, body: { message: 'Key secret is wrong' } }]);
		expect(error?.message).toBe('Key (API key) is wrong');
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
