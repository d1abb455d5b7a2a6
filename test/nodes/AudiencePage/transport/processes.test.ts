/** Several processes of n8n, as in queue mode, that share the limit of one key and know nothing of each other. */
import { fixedWindow, tokenBucket, type Limit } from './simulation/limits';
import { aKey, SECOND, useSimulation } from './simulation/run';
import { ROUND_TRIP } from './simulation/service';

const { aService, aRun, finish, later, now } = useSimulation();

interface Worker {
	/** How many requests each of its runs sends. */
	runs: number[];
	beginsAt?: number;
}

/** What is random differs. */
const SEEDS = [1, 2, 3, 4, 5, 6];

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Processes that know nothing of each other: each has a key of its own, and so a limiter. The limit is one.
 *
 * @param milliseconds how long a request takes on average
 */
async function work(limit: Limit, workers: Worker[], milliseconds = 20) {
	const began = now();
	const accepted: number[] = [];
	let answers = 0;
	const ends = workers.map(() => 0);
	await finish(
		...workers.map(async ({ runs, beginsAt = 0 }, index) => {
			const take: Limit['take'] = (at) => {
				answers++;
				const wait = limit.take(at);
				if (wait === 0) accepted.push(now() - began);
				return wait;
			};
			const service = aService({ take }, 'exact', { apiKey: aKey(), slowness: milliseconds / ROUND_TRIP });
			await later(beginsAt, async () => {
				await Promise.all(runs.map(async (count) => await aRun(service).send(count)));
			});
			ends[index] = now() - began;
		}),
	);
	return { accepted, answers, ends };
}

const of500 = (...runs: number[]): Worker[] =>
	runs.map((count) => ({ runs: Array<number>(count).fill(500) }));

const SHARES: Array<[string, Worker[]]> = [
	['two processes with two runs each', of500(2, 2)],
	['two processes with three runs and two', of500(3, 2)],
	['four processes with two runs and one', of500(2, 1, 1, 1)],
	['four processes with one run each', of500(1, 1, 1, 1)],
];

describe.each<[string, (seed: number) => Limit, number]>([
	['100 a second', (seed) => fixedWindow(100, SECOND, 130 * seed), 100],
	['a token bucket of 100 a second', () => tokenBucket(100, 100), 100],
	['1,000 a minute', (seed) => fixedWindow(1000, 60 * SECOND, 7000 * seed), 1000 / 60],
])('%s', (_limit, limitOf, perSecond) => {
	test.each(SHARES)(
		'%s use nine tenths of it, and few of their requests are rate limited',
		async (_who, workers) => {
			const uses: number[] = [];
			const rateLimited: number[] = [];
			for (const seed of SEEDS) {
				const { accepted, answers, ends } = await work(limitOf(seed), workers);
				expect(accepted).toHaveLength(
					workers.flatMap(({ runs }) => runs).reduce((sum, count) => sum + count, 0),
				);
				uses.push(accepted.length / perSecond / (Math.max(...ends) / SECOND));
				rateLimited.push(1 - accepted.length / answers);
			}
			expect(mean(uses)).toBeGreaterThanOrEqual(0.9);
			expect(Math.min(...uses)).toBeGreaterThanOrEqual(0.85);
			expect(mean(rateLimited)).toBeLessThanOrEqual(0.055);
		},
	);
});

test.each(SHARES)('%s use two thirds of it where each request takes 200 ms', async (_who, workers) => {
	for (const seed of SEEDS) {
		const { accepted, answers, ends } = await work(fixedWindow(100, SECOND, 130 * seed), workers, 200);
		expect(accepted.length / 100 / (Math.max(...ends) / SECOND)).toBeGreaterThanOrEqual(0.63);
		expect(1 - accepted.length / answers).toBeLessThanOrEqual(0.13);
	}
});

test.each(SEEDS)('Equal processes have equal shares, seed %i', async (seed) => {
	const { ends } = await work(fixedWindow(100, SECOND, 130 * seed), of500(1, 1, 1, 1));
	// Whoever has less than 0.7 of its share needs 1.4 times as long as the fastest.
	expect(Math.min(...ends) / Math.max(...ends)).toBeGreaterThanOrEqual(0.7);
});

test('What a process leaves that ends is used by the other 3 seconds later', async () => {
	const uses: number[] = [];
	for (const seed of SEEDS) {
		const workers = [{ runs: [500] }, { runs: [500, 500, 500] }];
		const { accepted, ends } = await work(fixedWindow(100, SECOND, 130 * seed), workers);
		const from = Math.min(...ends) + 3 * SECOND;
		uses.push(accepted.filter((at) => at > from && at <= from + 5 * SECOND).length / 500);
	}
	// It had half of the limit.
	expect(Math.min(...uses)).toBeGreaterThanOrEqual(0.6);
	expect(mean(uses)).toBeGreaterThanOrEqual(0.8);
});

test.each(SEEDS)('A process that begins later gets its share, seed %i', async (seed) => {
	const workers = [{ runs: [500, 500, 500, 500] }, { runs: [500], beginsAt: 5 * SECOND }];
	const { ends } = await work(fixedWindow(100, SECOND, 130 * seed), workers);
	// 10 seconds with half of the limit.
	expect(ends[1]! - 5 * SECOND).toBeLessThanOrEqual((10 * SECOND) / 0.7);
});
