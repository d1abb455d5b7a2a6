/** Services with rate limits of every kind, on a simulated clock. */
import { casesOf, isTried } from '../../../support/cases';
import {
	fixedWindow,
	inFlight,
	RETRY_AFTER,
	slidingWindow,
	tokenBucket,
	type Limit,
	type RetryAfter,
} from './simulation/limits';
import { MINUTE, SECOND, useSimulation, type RequestOf } from './simulation/run';

const { aService, aRun, later, clock } = useSimulation();

/**
 * The limit; how many requests a run sends; how many a second it takes; how many times the shortest
 * time it may take.
 */
const KINDS: Array<[string, () => Limit, count: number, perSecond: number, slowdown?: number]> = [
	['1 a second', () => fixedWindow(1, SECOND), 25, 1],
	['10 a second, after .3 of one', () => fixedWindow(10, SECOND, 700), 200, 10],
	['50 a second', () => fixedWindow(50, SECOND), 500, 50],
	['20 per 5 seconds', () => fixedWindow(20, 5 * SECOND), 60, 4],
	['100 a minute', () => fixedWindow(100, MINUTE), 300, 100 / 60],
	['a token bucket of 40', () => tokenBucket(10, 40), 200, 10],
	['a sliding window', () => slidingWindow(10, SECOND), 200, 10, 2],
	// It asks to wait a whole second where it would accept after a hundredth of one.
	['4 in flight', () => inFlight(4), 400, 80, 2.5],
];

const search: RequestOf = (n) => ({ method: 'GET', url: '/v0/persons/search', qs: { n } });
const create: RequestOf = (n) => ({
	method: 'POST',
	url: '/v0/account_logs',
	body: { idempotencyKey: n },
});
const EACH_RETRY_AFTER = Object.keys(RETRY_AFTER) as RetryAfter[];

interface Way {
	runs: number;
	request?: RequestOf;
	maxConcurrentRequests?: number;
	pages?: number;
}

describe.each<[string, number, Way]>([
	['one run', 0, { runs: 1 }],
	['three runs at once', 1, { runs: 3, request: create }],
	['a list of 200 pages', 2, { runs: 1, request: search, maxConcurrentRequests: 1, pages: 200 }],
])('%s', (_way, index, { runs, pages, ...options }) => {
	const rows = KINDS.flatMap(([kind, limitOf, count, perSecond, slowdown = 1.5]) =>
		EACH_RETRY_AFTER.map((retryAfter) => ({
			kind,
			limitOf,
			count,
			perSecond,
			slowdown,
			retryAfter,
		})),
	);
	test.each(rows.filter((_row, n) => isTried(n + index)))(
		'$kind, Retry-After: $retryAfter',
		async ({ limitOf, count: ofKind, perSecond, slowdown, retryAfter }) => {
			const service = aService(limitOf(), retryAfter);
			const all = Array.from({ length: runs }, () => aRun(service, options));
			const each = Math.ceil((pages ?? ofKind) / runs);
			await Promise.all(all.map(async (run) => await run.send(each)));
			expect(all.flatMap(({ errors }) => errors)).toEqual([]);
			expect(service.acceptedAt).toHaveLength(runs * each);

			const count = runs * each;
			const shortest = Math.max((count / perSecond) * SECOND, (count * 48) / (pages ? 1 : 64));
			// A date in whole seconds can ask for one second too many.
			const most = retryAfter === 'date' ? Math.max(2, slowdown) : slowdown;
			expect(clock.now / shortest).toBeLessThanOrEqual(perSecond < 3 ? Infinity : most);
			// A probe costs one or two rate limits, and there is one every few seconds.
			const limited = perSecond < 10 ? 1 : perSecond < 50 ? 0.25 : 0.1;
			expect(1 - count / service.answers).toBeLessThanOrEqual(limited);
		},
	);
});

test.each<[string, () => Limit]>([
	['a token bucket', () => tokenBucket(100, 100)],
	['a fixed window', () => fixedWindow(100, SECOND)],
	['a sliding window', () => slidingWindow(100, SECOND)],
])(
	'Where turns of n8n take up to 400 ms, five runs at once keep within %s',
	async (_name, limitOf) => {
		for (let tried = 0; tried < casesOf(3); tried++) {
			const service = aService(limitOf(), 'none', { longestTurn: 400 });
			await Promise.all(Array.from({ length: 5 }, async () => await aRun(service).send(1000)));
			expect(service.acceptedAt).toHaveLength(5000);
			// What was sent before a late 429 is seen meets the limit, too.
			expect(1 - 5000 / service.answers).toBeLessThanOrEqual(0.15);
		}
	},
);

const isDown = (at: number) =>
	at % (400 * SECOND) >= 100 * SECOND && at % (400 * SECOND) < 110 * SECOND;

function ban(): Limit['take'] {
	const window = fixedWindow(50, SECOND);
	let until = -Infinity;
	return (now) => {
		if (now >= until && window.take(now) === 0) return 0;
		until = now + MINUTE;
		return MINUTE;
	};
}

test.each<[string, count: number, seconds: number, () => Limit['take']]>([
	[
		'two at first',
		2000,
		40,
		(asked = [10_000, 1]) =>
			() =>
				asked.shift() ?? 0,
	],
	[
		'an outage',
		20_000,
		1.3 * 410,
		({ take } = fixedWindow(50, SECOND)) =>
			(at) =>
				isDown(at) ? 1 : take(at),
	],
	['at random, whatever the rate', 1000, 300, () => () => (Math.random() < 0.1 ? 1 : 0)],
	['bans of a minute, which begin again with each request', 100, 300, ban],
])('A run copes with rate limits: %s', async (_which, count, seconds, takeOf) => {
	const run = aRun(aService({ take: takeOf() }, 'none'));
	await run.send(count);
	expect(run.done).toBe(count);
	expect(clock.now).toBeLessThanOrEqual(seconds * SECOND);
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

describe.each(EACH_RETRY_AFTER)('Retry-After: %s', (retryAfter) => {
	test.each([1, 3])(
		'%i requests that are never accepted do not hold up the others',
		async (bad) => {
			const never = new Set<unknown>();
			const take: Limit['take'] = (_now, request) => {
				if (never.size < bad) never.add(request?.body);
				return Number(never.has(request?.body));
			};
			const run = aRun(aService({ take }, retryAfter));
			await run.send(500);
			expect([run.done, run.errors.length]).toEqual([500 - bad, bad]);
			expect(run.errors[0]?.message).toMatch(
				/^The service returned 429 without a reason. Try again later/,
			);
			expect(run.endedAt.at(-bad - 1)).toBeLessThanOrEqual(MINUTE);
			expect(clock.now).toBeLessThanOrEqual(450 * SECOND);
		},
	);
});

/**
 * Processes of n8n, as in queue mode, know nothing of each other: each has a key of its own here,
 * and they share a limit.
 */
describe('Several processes', () => {
	/** How many runs of 500 requests each of them has, and when it begins. */
	async function work(limit: Limit, runs: number[], { roundTrip = 20, beginsAt = 0 } = {}) {
		const began = clock.now;
		const ends = runs.map(() => 0);
		const services = runs.map(() => aService(limit, 'exact', { roundTrip }));
		const working = services.map(async (service, index) => {
			const send = async () => await aRun(service).send(500);
			await later(
				index * beginsAt,
				async () => await Promise.all(Array.from({ length: runs[index]! }, send)),
			);
			ends[index] = clock.now - began;
		});
		await Promise.all(working);
		const acceptedAt = services.flatMap((service) => service.acceptedAt.map((at) => at - began));
		const answers = services.reduce((sum, service) => sum + service.answers, 0);
		const use = acceptedAt.length / 100 / (Math.max(...ends) / SECOND);
		return { use, limited: 1 - acceptedAt.length / answers, ends, acceptedAt };
	}

	/** What is random differs. */
	const SEEDS = [1, 2, 3, 4, 5, 6];
	const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	const window = (seed: number) => fixedWindow(100, SECOND, 130 * seed);

	test.each<
		[string, number[], (seed: number) => Limit, roundTrip: number, use: number, limited: number]
	>([
		['two', [3, 2], window, 20, 0.9, 0.03],
		['four', [1, 1, 1, 1], window, 20, 0.9, 0.04],
		['four, with a token bucket', [2, 1, 1, 1], () => tokenBucket(100, 100), 20, 0.9, 0.055],
		['four, with slow requests', [1, 1, 1, 1], window, 200, 0.73, 0.075],
	])('use most of a limit: %s', async (_which, runs, limitOf, roundTrip, use, limited) => {
		const all = [];
		for (const seed of SEEDS) all.push(await work(limitOf(seed), runs, { roundTrip }));
		expect(mean(all.map((one) => one.use))).toBeGreaterThanOrEqual(use);
		expect(mean(all.map((one) => one.limited))).toBeLessThanOrEqual(limited);
	});

	test.each(SEEDS)('have equal shares, also one that begins later, seed %i', async (seed) => {
		const { ends } = await work(window(seed), [1, 1, 1, 1]);
		expect(Math.min(...ends) / Math.max(...ends)).toBeGreaterThanOrEqual(0.7);
		const [, later = 0] = (await work(window(seed), [4, 1], { beginsAt: 5 * SECOND })).ends;
		// 10 seconds with half of the limit.
		expect(later - 5 * SECOND).toBeLessThanOrEqual((10 * SECOND) / 0.7);
	});

	test('use what one leaves that ends, 3 seconds later', async () => {
		const uses: number[] = [];
		for (const seed of SEEDS) {
			const { acceptedAt, ends } = await work(window(seed), [1, 3]);
			const from = Math.min(...ends) + 3 * SECOND;
			uses.push(acceptedAt.filter((at) => at > from && at <= from + 5 * SECOND).length / 500);
		}
		expect(mean(uses)).toBeGreaterThanOrEqual(0.8);
	});
});
