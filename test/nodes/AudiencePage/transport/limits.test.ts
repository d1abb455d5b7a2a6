/** Services with rate limits of eight kinds, on a simulated clock. */
import {
	fixedWindow,
	inFlight,
	slidingWindow,
	tokenBucket,
	type Limit,
	type RetryAfter,
} from './simulation/limits';
import { MINUTE, SECOND, useSimulation } from './simulation/run';

const { aService, aRun, later, clock } = useSimulation();

interface Kind {
	kind: string;
	limitOf: (seed?: number) => Limit;
	/** How many requests are sent, and how many a second the limit lets through. */
	count: number;
	perSecond: number;
	/** How many times the shortest time it may take at most. */
	slowdown?: number;
	/** The greatest share of requests that may be answered with 429. */
	limited?: number;
}

/** The fewer go between two pauses, the more of them are tried too early. */
const OF_SLOW_LIMITS = 0.35;
const KINDS: Kind[] = [
	{ kind: '10 a second', limitOf: () => fixedWindow(10, SECOND, 700), count: 300, perSecond: 10 },
	{ kind: '50 a second', limitOf: () => fixedWindow(50, SECOND, 300), count: 1500, perSecond: 50 },
	{
		kind: '20 per 5 seconds',
		limitOf: () => fixedWindow(20, 5 * SECOND),
		count: 100,
		perSecond: 4,
		limited: OF_SLOW_LIMITS,
	},
	{
		kind: '100 a minute',
		limitOf: () => fixedWindow(100, MINUTE),
		count: 500,
		perSecond: 100 / 60,
		limited: OF_SLOW_LIMITS,
	},
	{ kind: 'a bucket of 40', limitOf: () => tokenBucket(10, 40), count: 300, perSecond: 10 },
	{ kind: 'sliding 10', limitOf: () => slidingWindow(10, SECOND), count: 300, perSecond: 10 },
	{ kind: 'sliding 100', limitOf: () => slidingWindow(100, SECOND), count: 3000, perSecond: 100 },
	// It asks to wait a whole second where it would accept after a hundredth of one.
	{ kind: '4 in flight', limitOf: () => inFlight(4), count: 800, perSecond: 80, slowdown: 3 },
];

const RETRY_AFTERS: RetryAfter[] = ['exact', 'none'];
const CASES = KINDS.flatMap((kind) =>
	RETRY_AFTERS.flatMap((retryAfter) => [1, 3].map((runs) => ({ ...kind, retryAfter, runs }))),
);

test.each(CASES)(
	'$kind, Retry-After: $retryAfter, runs at once: $runs',
	async ({ limitOf, count, perSecond, slowdown = 1.4, limited = 0.08, retryAfter, runs }) => {
		const service = aService(limitOf(), retryAfter);
		const all = Array.from({ length: runs }, () => aRun(service));
		await Promise.all(all.map(async (run) => await run.send(Math.ceil(count / runs))));
		expect(all.flatMap(({ errors }) => errors)).toEqual([]);
		const sent = service.acceptedAt.length;
		expect(sent).toBe(Math.ceil(count / runs) * runs);
		expect(clock.now / SECOND).toBeLessThanOrEqual((slowdown * sent) / perSecond);
		expect(1 - sent / service.answers).toBeLessThanOrEqual(limited);
	},
);

test('Parallel Requests makes a limit of requests in flight cost nothing', async () => {
	const service = aService(inFlight(4));
	await aRun(service, { maxConcurrentRequests: 4 }).send(400);
	expect(service.answers).toBe(400);
	expect(clock.now / SECOND).toBeLessThanOrEqual((1.05 * 400) / 80);
});

test('Two seconds of rate limits after a calm hour stop a run for seconds', async () => {
	const take = (at: number) => (at >= 3600 * SECOND && at < 3602 * SECOND ? 1 : 0);
	const run = aRun(aService({ take }, 'none'));
	await Promise.all(
		Array.from({ length: 3620 }, async (_, n) => await later(n * SECOND, () => run.send(1))),
	);
	const gaps = run.sentAt.map((at, n) => at - (run.sentAt[n - 1] ?? 0));
	expect(Math.max(...gaps)).toBeLessThanOrEqual(3 * SECOND);
});

/**
 * Processes of n8n, as in queue mode, know nothing of each other: each has a key of its own here,
 * and they share a limit.
 */
describe('Several processes', () => {
	/** How many runs of 500 requests each of them has, and when it begins. */
	async function work(limit: Limit, runs: number[], { roundTrip = 20, beginsAt = 0 } = {}) {
		const began = clock.now;
		const services = runs.map(() => aService(limit, 'exact', { roundTrip }));
		const working = services.map(async (service, index) => {
			const send = async () => await aRun(service).send(500);
			await later(
				index * beginsAt,
				async () => await Promise.all(Array.from({ length: runs[index]! }, send)),
			);
			return clock.now - began;
		});
		const ends = await Promise.all(working);
		const count = services.reduce((sum, { acceptedAt }) => sum + acceptedAt.length, 0);
		return { use: count / 100 / (Math.max(...ends) / SECOND), ends };
	}

	/** What is random differs. */
	const SEEDS = [1, 2, 3, 4, 5, 6];
	const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	const window = (seed: number) => fixedWindow(100, SECOND, 130 * seed);

	test.each<[string, number[], (seed: number) => Limit, roundTrip: number]>([
		['two', [3, 2], window, 20],
		['four', [1, 1, 1, 1], window, 20],
		['four, with a token bucket', [2, 1, 1, 1], () => tokenBucket(100, 100), 20],
		['four, with slow requests', [1, 1, 1, 1], window, 200],
	])('use most of a limit: %s', async (_which, runs, limitOf, roundTrip) => {
		const uses: number[] = [];
		for (const seed of SEEDS) uses.push((await work(limitOf(seed), runs, { roundTrip })).use);
		expect(mean(uses)).toBeGreaterThanOrEqual(0.65);
	});

	test.each(SEEDS)('have fair shares, also one that begins later, seed %i', async (seed) => {
		const { ends } = await work(window(seed), [1, 1, 1, 1]);
		expect(Math.min(...ends) / Math.max(...ends)).toBeGreaterThanOrEqual(0.7);
		const [, late = 0] = (await work(window(seed), [4, 1], { beginsAt: 5 * SECOND })).ends;
		// 10 seconds with half of the limit.
		expect(late - 5 * SECOND).toBeLessThanOrEqual(20 * SECOND);
	});
});
