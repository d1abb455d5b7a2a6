/** Services with rate limits of every kind, on a simulated clock. */
import type { IHttpRequestOptions } from 'n8n-workflow';

import { ApiClient } from '../../../../nodes/AudiencePage/transport/apiClient';
import { isTried } from '../../../support/cases';
import { simulatedClock } from './simulation/clock';
import {
	ban,
	fixedWindow,
	inFlight,
	never,
	RETRY_AFTER,
	slidingWindow,
	tokenBucket,
	type Limit,
	type RetryAfter,
} from './simulation/limits';
import { ROUND_TRIP, SimulatedService } from './simulation/service';

interface Kind {
	limit: () => Limit;
	count: number;
	perSecond: number;
	/** How many requests it accepts at once. */
	maxInFlight?: number;
	turnsAfter?: number;
}

const KINDS: Record<string, Kind> = {
	'1 a second': { limit: () => fixedWindow(1, 1000), count: 25, perSecond: 1 },
	'3 a second': { limit: () => fixedWindow(3, 1000, 300), count: 60, perSecond: 3 },
	'10 a second': { limit: () => fixedWindow(10, 1000), count: 200, perSecond: 10 },
	'10 a second, after .3 of one': { limit: () => fixedWindow(10, 1000, 700), count: 200, perSecond: 10 },
	'10 a second, after .05 of one': { limit: () => fixedWindow(10, 1000, 950), count: 200, perSecond: 10 },
	'50 a second, after half of one': { limit: () => fixedWindow(50, 1000, 500), count: 500, perSecond: 50 },
	'50 a second': { limit: () => fixedWindow(50, 1000), count: 500, perSecond: 50 },
	'20 per 5 seconds': { limit: () => fixedWindow(20, 5000), count: 60, perSecond: 4 },
	'100 a minute': { limit: () => fixedWindow(100, 60_000), count: 300, perSecond: 100 / 60 },
	'a token bucket': { limit: () => tokenBucket(10, 10), count: 200, perSecond: 10 },
	'a token bucket of 40': { limit: () => tokenBucket(10, 40), count: 200, perSecond: 10 },
	'a sliding window': { limit: () => slidingWindow(10, 1000), count: 200, perSecond: 10 },
	'4 in flight': { limit: () => inFlight(4), count: 400, perSecond: 80, maxInFlight: 4 },
	'429 that turn to 503': {
		limit: () => fixedWindow(10, 1000, 300),
		count: 200,
		perSecond: 10,
		turnsAfter: 3,
	},
};

const body = (n: number) => ({ n, idempotencyKey: `k${n}` });
const WAYS: Record<string, (n: number) => IHttpRequestOptions> = {
	'POST with a key': (n) => ({ method: 'POST', url: '/v0/account_logs', body: body(n) }),
	POST: (n) => ({ method: 'POST', url: '/v0/persons', body: { n } }),
	PATCH: (n) => ({ method: 'PATCH', url: `/v0/persons/${n}`, body: { n } }),
	'a list of 200 pages': (n) => ({ method: 'GET', url: '/v0/persons/search', qs: { n } }),
	'three runs at once': (n) => ({ method: 'POST', url: '/v0/account_logs', body: body(n) }),
};

/** How long a client takes that knows the limit and what is left of it. */
function shortestTime({ limit, maxInFlight = 64 }: Kind, count: number, concurrent: number): number {
	const knows = limit();
	const ends: number[] = [];
	let now = 0;
	for (let n = 0; n < count; n++) {
		now = Math.max(now, ends[n - Math.min(maxInFlight, concurrent)] ?? 0);
		for (let early = knows.take(now); early > 0; early = knows.take(now)) now += early;
		knows.end?.();
		ends.push(now + ROUND_TRIP);
	}
	return Math.max(...ends);
}

/** How much longer than the shortest time a run may take, and which part of the responses may be rate limits. */
const MAX_SLOWDOWN = 1.3;
const MAX_RATE_LIMITED = 0.1;

const rows = Object.keys(KINDS).flatMap((kind) =>
	(Object.keys(RETRY_AFTER) as RetryAfter[]).map((retryAfter) => ({ kind, retryAfter })),
);

afterEach(() => vi.restoreAllMocks());

describe.each(Object.keys(WAYS))('%s', (way) => {
	const index = Object.keys(WAYS).indexOf(way);
	const seed = 1 + (index % 2);
	test.each(rows.filter((_row, n) => isTried(n + index)))(
		'$kind, Retry-After: $retryAfter',
		async ({ kind: name, retryAfter }) => {
			const kind = KINDS[name]!;
			const isList = way === 'a list of 200 pages';
			const count = isList ? 200 : kind.count;
			const clock = simulatedClock(seed);
			const { turnsAfter } = kind;
			const apiKey = `${name}, ${retryAfter}, ${way}`;
			const service = new SimulatedService(clock, { limit: kind.limit(), retryAfter, apiKey, turnsAfter });
			const errors: Error[] = [];
			const runs = Array.from({ length: way === 'three runs at once' ? 3 : 1 }, () => {
				return new ApiClient({ maxConcurrentRequests: isList ? 1 : 64 });
			});
			const send = async (n: number) => {
				const sending = runs[n % runs.length]!.send(service.context, WAYS[way]!(n), {
					maxRetries: 5,
					timeout: 60_000,
				});
				await sending.catch((error: Error) => errors.push(error));
			};
			const numbers = Array.from({ length: count }, (_, n) => n);

			await clock.run(Promise.all(numbers.map(send)));

			// After a 503 without Retry-After, a POST without a key has an unknown outcome and is not retried.
			const isUnknown = way === 'POST' && name === '429 that turn to 503' && retryAfter === 'none';
			expect(errors.filter(({ message }) => !isUnknown || !message.includes('may have succeeded'))).toEqual(
				[],
			);
			expect(service.accepted).toHaveLength(count - errors.length);
			expect(new Set(service.accepted.map((request) => JSON.stringify(request))).size).toBe(
				service.accepted.length,
			);

			if (kind.perSecond < 3) return;

			expect(clock.now / shortestTime(kind, count, isList ? 1 : 64)).toBeLessThanOrEqual(MAX_SLOWDOWN);
			if (kind.perSecond < 10) return;
			expect(1 - service.accepted.length / service.answers).toBeLessThanOrEqual(MAX_RATE_LIMITED);
		},
	);
});

/** Sends so many entries in one run: how long it takes, in milliseconds. */
async function timeOf(count: number, limit: Limit, retryAfter: RetryAfter, apiKey: string): Promise<number> {
	const clock = simulatedClock(1);
	const service = new SimulatedService(clock, { limit, retryAfter, apiKey });
	const run = new ApiClient({ maxConcurrentRequests: 64 });
	const send = async (n: number) =>
		await run.send(service.context, WAYS.POST!(n), { maxRetries: 5, timeout: 60_000 });
	await clock.run(Promise.all(Array.from({ length: count }, async (_, n) => await send(n))));
	expect(service.accepted).toHaveLength(count);
	vi.restoreAllMocks();
	return clock.now;
}

test('Two rate limits at the beginning do not slow the rest of a run, once the wait that they ask for is over', async () => {
	const asked = [10_000, 1];

	const withThem = await timeOf(2000, { take: () => asked.shift() ?? 0 }, 'exact', 'two rate limits');

	const without = await timeOf(2000, { take: () => 0 }, 'exact', 'no rate limits');
	expect(withThem - without).toBeLessThanOrEqual(12_000);
});

test('Rate limits at random, whatever the rate, do not stall a run', async () => {
	const time = await timeOf(
		1000,
		{ take: () => (Math.random() < 0.1 ? 1 : 0) },
		'none',
		'random rate limits',
	);

	expect(time).toBeLessThanOrEqual(300_000);
});

describe.each(Object.keys(RETRY_AFTER) as RetryAfter[])('Retry-After: %s', (retryAfter) => {
	test.each([1, 3])('%i requests that are never accepted do not hold up the others', async (bad) => {
		const clock = simulatedClock(1);
		const limit = never(({ body }) => (JSON.parse(body as string) as { n: number }).n < bad);
		const apiKey = `${bad} never, ${retryAfter}`;
		const service = new SimulatedService(clock, { limit, retryAfter, apiKey });
		const run = new ApiClient({ maxConcurrentRequests: 64 });
		const errors: Error[] = [];
		let lastAccepted = 0;
		const send = async (n: number) => {
			const sending = run.send(service.context, WAYS.POST!(n), { maxRetries: 5, timeout: 60_000 });
			await sending.then(() => (lastAccepted = clock.now)).catch((error: Error) => errors.push(error));
		};

		await clock.run(Promise.all(Array.from({ length: 500 }, async (_, n) => await send(n))));

		expect([service.accepted.length, errors.length]).toEqual([500 - bad, bad]);
		expect(errors.map(({ message }) => message)).toEqual(
			Array(bad).fill('The service returned 429 without a reason. Try again later, or with fewer items'),
		);
		expect(lastAccepted).toBeLessThanOrEqual(30_000);
		expect(clock.now).toBeLessThanOrEqual(400_000);
	});

	test.each<[string, () => Limit]>([
		['30 a minute', () => fixedWindow(30, 60_000)],
		['10 in 10 seconds, else a ban of 30', () => ban(10, 10_000, 30_000)],
	])('Searches have a rate limit of their own, of %s, and writes have none', async (name, limitOf) => {
		const clock = simulatedClock(1);
		const ofSearches = limitOf();
		const limit: Limit = {
			take: (now, request) => (request?.method === 'GET' ? ofSearches.take(now) : 0),
		};
		const service = new SimulatedService(clock, {
			limit,
			retryAfter,
			apiKey: `searches: ${name}, ${retryAfter}`,
		});
		const run = new ApiClient({ maxConcurrentRequests: 64 });
		const settings = { maxRetries: 5, timeout: 60_000 };
		const searchAndWrite = async (n: number) => {
			await run.send(service.context, WAYS['a list of 200 pages']!(n), settings);
			await run.send(service.context, WAYS.POST!(n), settings);
		};

		await clock.run(Promise.all(Array.from({ length: 200 }, async (_, n) => await searchAndWrite(n))));

		expect(service.accepted).toHaveLength(400);
		expect(1 - 400 / service.answers).toBeLessThanOrEqual(0.2);
	});

	test('A service that locks a client out again at each request is sent none for long enough', async () => {
		const limit = ban(50, 1000, 60_000);

		const time = await timeOf(100, limit, retryAfter, `ban, ${retryAfter}`);

		expect(time).toBeLessThanOrEqual(300_000);
	});
});

test('Requests that are never accepted, with a wait of a minute each, cost time, and no other request', async () => {
	const clock = simulatedClock(1);
	const limit = never(({ body }) => (JSON.parse(body as string) as { n: number }).n < 3, 60_000);
	const service = new SimulatedService(clock, { limit, retryAfter: 'exact', apiKey: 'a minute for 3' });
	const run = new ApiClient({ maxConcurrentRequests: 64 });
	const errors: number[] = [];
	const send = async (n: number) => {
		const sending = run.send(service.context, WAYS.POST!(n), { maxRetries: 5, timeout: 60_000 });
		await sending.catch(() => errors.push(n));
	};

	await clock.run(Promise.all(Array.from({ length: 300 }, async (_, n) => await send(n))));

	expect(errors.sort()).toEqual([0, 1, 2]);
	expect(service.accepted).toHaveLength(297);
});

test('A wait that the service asks for is kept when its endpoint gets a limiter of its own', async () => {
	const clock = simulatedClock(1);
	const asked = 20_000;
	let closedUntil = 0;
	const tooEarly: number[] = [];
	const limit: Limit = {
		take: (now, request) => {
			if (request?.method !== 'GET') return 0;
			// Requests in flight at the rate limit do not count.
			if (now < closedUntil && now > closedUntil - asked + 1000) tooEarly.push(now);
			if (now < 100_000) closedUntil = Math.max(closedUntil, now + asked);
			return now < 100_000 ? asked : 0;
		},
	};
	const service = new SimulatedService(clock, {
		limit,
		retryAfter: 'exact',
		apiKey: 'an endpoint that asks',
	});
	const run = new ApiClient({ maxConcurrentRequests: 64 });
	const send = async (way: 'POST' | 'a list of 200 pages', n: number) =>
		await run.send(service.context, WAYS[way]!(n), { maxRetries: 5, timeout: 60_000 });

	const writes = Array.from({ length: 200 }, async (_, n) => {
		await clock.wait(n * 500);
		await send('POST', n);
	});
	await clock.run(Promise.all([...writes, send('a list of 200 pages', 1), send('a list of 200 pages', 2)]));

	expect(service.accepted).toHaveLength(202);
	expect(tooEarly).toEqual([]);
});
