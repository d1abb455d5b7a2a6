/** Services with rate limits of every kind, on a simulated clock. */
import { cases, isTried } from '../../../support/cases';
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
import { MINUTE, SECOND, useSimulation, type RequestOf, type RunOptions } from './simulation/run';
import { ROUND_TRIP } from './simulation/service';

const { aService, aRun, finish, later, now } = useSimulation();

interface Kind {
	limit: () => Limit;
	count: number;
	perSecond: number;
	/** How many requests it accepts at once. */
	maxInFlight?: number;
	/** How many times the shortest time a run may take, if not `maxSlowdown`. */
	slowdown?: number;
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
	'a sliding window': { limit: () => slidingWindow(10, 1000), count: 200, perSecond: 10, slowdown: 2.1 },
	// It asks to wait a whole second where it would accept after a hundredth of one.
	'4 in flight': { limit: () => inFlight(4), count: 400, perSecond: 80, maxInFlight: 4, slowdown: 3.2 },
	'429 that turn to 503': {
		limit: () => fixedWindow(10, 1000, 300),
		count: 200,
		perSecond: 10,
		turnsAfter: 3,
	},
};

const search: RequestOf = (n) => ({ method: 'GET', url: '/v0/persons/search', qs: { n } });
const update: RequestOf = (n) => ({ method: 'PATCH', url: `/v0/persons/${n}`, body: { n } });
const createEntry: RequestOf = (n) => ({
	method: 'POST',
	url: '/v0/account_logs',
	body: { n, idempotencyKey: `k${n}` },
});

interface Way extends RunOptions {
	runs?: number;
	count?: number;
}

const WAYS: Record<string, Way> = {
	'POST with a key': { request: createEntry },
	POST: {},
	PATCH: { request: update },
	'a list of 200 pages': { request: search, maxConcurrentRequests: 1, count: 200 },
	'three runs at once': { request: createEntry, runs: 3 },
};

/** How long a client takes that knows the limit and what is left of it. */
function shortestTime({ limit, maxInFlight = 64 }: Kind, count: number, concurrent = 64): number {
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

/** How many times the shortest time a run may take; a date in whole seconds can ask for one second too many. */
const maxSlowdown = (retryAfter: RetryAfter): number => (retryAfter === 'date' ? 2 : 1.5);
/** Which part of the responses may be rate limits: a probe costs one or two, and there is one every few seconds. */
const maxRateLimited = (perSecond: number): number => (perSecond < 50 ? 0.25 : 0.1);

const EACH_RETRY_AFTER = Object.keys(RETRY_AFTER) as RetryAfter[];
const rows = Object.keys(KINDS).flatMap((name) =>
	EACH_RETRY_AFTER.map((retryAfter) => ({ name, retryAfter })),
);

describe.each(Object.keys(WAYS))('%s', (way) => {
	const index = Object.keys(WAYS).indexOf(way);
	test.each(rows.filter((_row, n) => isTried(n + index)))(
		'$name, Retry-After: $retryAfter',
		async ({ name, retryAfter }) => {
			const kind = KINDS[name]!;
			const { runs: number = 1, count = kind.count, ...options } = WAYS[way]!;
			const service = aService(kind.limit(), retryAfter, { turnsAfter: kind.turnsAfter });
			const runs = Array.from({ length: number }, () => aRun(service, options));
			const each = Math.ceil(count / number);
			await finish(...runs.map(async (run) => await run.send(each)));

			// After a 503 without Retry-After, a POST without a key has an unknown outcome and is not retried.
			const isUnknown = way === 'POST' && name === '429 that turn to 503' && retryAfter === 'none';
			const errors = runs.flatMap((run) => run.errors);
			expect(errors.filter(({ message }) => !isUnknown || !message.includes('may have succeeded'))).toEqual(
				[],
			);
			expect(service.accepted).toHaveLength(number * each - errors.length);
			const accepted = service.accepted.map((request) => JSON.stringify(request));
			expect(new Set(accepted).size).toBe(accepted.length);

			if (kind.perSecond < 3) return;
			const shortest = shortestTime(kind, number * each, options.maxConcurrentRequests);
			expect(now() / shortest).toBeLessThanOrEqual(kind.slowdown ?? maxSlowdown(retryAfter));
			if (kind.perSecond < 10) return;
			expect(1 - accepted.length / service.answers).toBeLessThanOrEqual(maxRateLimited(kind.perSecond));
		},
	);
});

describe.each([100, 400])('Where turns of n8n take up to %i ms', (longestTurn) => {
	describe.each<[string, () => Limit]>([
		['a token bucket', () => tokenBucket(100, 100)],
		['a fixed window', () => fixedWindow(100, 1000)],
		['a sliding window', () => slidingWindow(100, 1000)],
	])('five runs at once keep within %s', (_name, limitOf) => {
		test.each<[string, RequestOf, (limit: Limit) => Limit]>([
			['of the service', createEntry, (limit) => limit],
			[
				'of one endpoint',
				(n) => (n % 2 === 0 ? search : createEntry)(n),
				(limit) => ({ take: (at, request) => (request?.method === 'GET' ? limit.take(at) : 0) }),
			],
		])('%s', async (_of, request, narrow) => {
			for (let tried = 0; tried < cases(24); tried++) {
				const service = aService(narrow(limitOf()), 'none', { longestTurn });
				const runs = Array.from({ length: 5 }, () => aRun(service, { request }));
				await finish(...runs.map(async (run) => await run.send(1000)));
				expect(service.accepted).toHaveLength(5000);
				// What was sent before a late 429 is seen meets the limit, too.
				expect(1 - 5000 / service.answers).toBeLessThanOrEqual(0.15);
			}
		});
	});
});

/** Creates so many people in one run: how long it takes, in milliseconds. */
async function timeOf(count: number, limit: Limit, retryAfter: RetryAfter): Promise<number> {
	const began = now();
	const run = aRun(aService(limit, retryAfter));
	await finish(run.send(count));
	expect(run.done).toBe(count);
	return now() - began;
}

test('Two rate limits at the beginning do not slow the rest of a run, once the wait that they ask for is over', async () => {
	const asked = [10_000, 1];
	const withThem = await timeOf(2000, { take: () => asked.shift() ?? 0 }, 'exact');
	const without = await timeOf(2000, { take: () => 0 }, 'exact');
	expect(withThem - without).toBeLessThanOrEqual(20_000);
});

test.each([60, 600, 3600])(
	'Two seconds of rate limits after %i calm ones stop a run for seconds',
	async (calm) => {
		const from = calm * SECOND;
		const take = (at: number) => (at >= from && at < from + 2 * SECOND ? 1 : 0);
		const run = aRun(aService({ take }, 'none'));
		await finish(
			...Array.from({ length: calm + 20 }, async (_, n) => await later(n * SECOND, () => run.send(1))),
		);
		expect(run.done).toBe(calm + 20);
		const gaps = run.sentAt.map((at, n) => at - (run.sentAt[n - 1] ?? 0));
		expect(Math.max(...gaps)).toBeLessThanOrEqual(3 * SECOND);
	},
);

test('After an outage, a run goes on as fast as before', async () => {
	const window = fixedWindow(50, SECOND);
	const isDown = (at: number) => at % (400 * SECOND) >= 100 * SECOND && at % (400 * SECOND) < 110 * SECOND;
	const time = await timeOf(20_000, { take: (at) => (isDown(at) ? 1 : window.take(at)) }, 'none');
	expect(time).toBeLessThanOrEqual(1.3 * 410 * SECOND);
});

test('Rate limits at random, whatever the rate, do not stall a run', async () => {
	const time = await timeOf(1000, { take: () => (Math.random() < 0.1 ? 1 : 0) }, 'none');
	expect(time).toBeLessThanOrEqual(5 * MINUTE);
});

describe.each(EACH_RETRY_AFTER)('Retry-After: %s', (retryAfter) => {
	test.each([1, 3])('%i requests that are never accepted do not hold up the others', async (bad) => {
		const run = aRun(aService(never(bad), retryAfter));
		await finish(run.send(500));
		expect([run.done, run.errors.length]).toEqual([500 - bad, bad]);
		expect(new Set(run.errors.map(({ message }) => message))).toEqual(
			new Set(['The service returned 429 without a reason. Try again later, or with fewer items']),
		);
		expect(run.endedAt.at(-bad - 1)).toBeLessThanOrEqual(MINUTE);
		expect(now()).toBeLessThanOrEqual(450 * SECOND);
	});

	test.each<[string, () => Limit]>([
		['30 a minute', () => fixedWindow(30, 60_000)],
		['10 in 10 seconds, else a ban of 30', () => ban(10, 10_000, 30_000)],
	])('Searches have a rate limit of their own, of %s, and writes do not wait', async (_limit, limitOf) => {
		const ofSearches = limitOf();
		const take: Limit['take'] = (at, request) => (request?.method === 'GET' ? ofSearches.take(at) : 0);
		const service = aService({ take }, retryAfter);
		const run = aRun(service);
		const searchAndWrite = async () => {
			await run.send(1, { request: search });
			await run.send(1);
		};
		await finish(...Array.from({ length: 200 }, searchAndWrite));
		expect([run.done, service.accepted.length]).toEqual([400, 400]);
	});

	test('A service that locks a client out again at each request is sent none for long enough', async () => {
		expect(await timeOf(100, ban(50, 1000, 60_000), retryAfter)).toBeLessThanOrEqual(5 * MINUTE);
	});
});

test('Requests that are never accepted, with a wait of a minute each, cost time, and no other request', async () => {
	const run = aRun(aService(never(3, MINUTE)));
	await finish(run.send(300));
	expect([run.done, run.errors.length]).toEqual([297, 3]);
});
