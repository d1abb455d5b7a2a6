/** Runs that go to one service, at the same time and one after the other, on a simulated clock. */
import { RequestAbortedError } from '../../../../nodes/AudiencePage/transport/apiClient';
import { takeLines } from '../../../support/log';
import { fixedWindow, inFlight, type Limit, type RetryAfter } from './simulation/limits';
import { aKey, MINUTE, SECOND, useSimulation, type SimulatedRun } from './simulation/run';

const { aService, aRun, later, clock } = useSimulation();

const UNLIMITED: Limit = { take: () => 0 };
/**
 * Rate limits all requests, and asks to wait so many milliseconds, each time so many times as long.
 */
const closed = (milliseconds: number, factor = 1): Limit => ({
	take: () => (milliseconds *= factor),
});

/** Of what one key sends, one run's requests are limited so and another's are not. */
function besides(limit: Limit): [SimulatedRun, SimulatedRun] {
	const apiKey = aKey();
	return [
		aRun(aService(limit, 'exact', { apiKey })),
		aRun(aService(UNLIMITED, 'exact', { apiKey })),
	];
}

describe('A small run beside a long one', () => {
	test.each<[string, () => Limit]>([
		['10 a second', () => fixedWindow(10, SECOND)],
		['4 in flight', () => inFlight(4)],
		['no limit', () => UNLIMITED],
	])('waits for one request of the long one for each of its own: %s', async (_limit, limit) => {
		const service = aService(limit());
		const [long, small] = [aRun(service), aRun(service)];
		const sending = later(2 * SECOND, async () => await small.send(10)).then(() => long.abort());
		await Promise.all([long.send(4000), sending]);

		expect(small.errors).toEqual([]);
		// As many again may have been in flight already, or come with a larger window.
		expect(long.sentBetween(2 * SECOND, small.sentAt[9])).toBeLessThanOrEqual(2 * 10);
	});

	test.each<[string, Limit, number, number]>([
		['half an hour at most', closed(SECOND), 29 * MINUTE, 30 * MINUTE + SECOND],
		['it is to wait for more than 2 minutes', closed(1, 2), 2 * MINUTE, 8 * MINUTE],
	])('goes on where one request of the long one fails after %s', async (_when, limit, min, max) => {
		const [stuck, small] = besides(limit);
		const others = async () => {
			while (stuck.errors.length === 0) await Promise.all([small.send(10), clock.wait(SECOND)]);
		};
		await Promise.all([stuck.send(1), others()]);
		expect(stuck.end).toBeGreaterThan(min);
		expect(stuck.end).toBeLessThan(max);
		expect(stuck.sentAt.length).toBeLessThan(100);
		expect(takeLines('rateLimited').at(-1)).toMatchObject({ isThisRequestOnly: true });
		expect(small.done / (stuck.end / SECOND)).toBeGreaterThan(9);
	});
});

/** In the middle of a second, when all wait for the next, and with requests in flight. */
test.each<[string, Limit, number]>([
	['waits for its turn', fixedWindow(10, SECOND), 5.5 * SECOND],
	['waits after a 429', fixedWindow(5, 10 * SECOND), 0.5 * SECOND],
	['has requests in flight', UNLIMITED, SECOND],
])(
	'A run that is aborted while it %s sends nothing more, and other runs do',
	async (_when, limit, at) => {
		const service = aService(limit);
		const [aborted, other] = [aRun(service), aRun(service)];
		const rest = other.send(10).then(async () => await later(at, async () => await other.send(30)));
		await Promise.all([aborted.send(4000), rest, later(at, () => aborted.abort())]);

		// Only what is in flight is waited for.
		expect(aborted.end).toBeLessThanOrEqual(at + 100);
		expect(aborted.errors.length).toBeGreaterThan(1000);
		expect(aborted.errors.every((error) => error instanceof RequestAbortedError)).toBe(true);
		expect(aborted.sentBetween(at)).toBe(0);
		expect([other.done, other.errors.length]).toEqual([40, 0]);
	},
);

const STALLED = 'it has accepted nothing for 5 minutes';
const LONG_WAIT = 'it asks for a wait of 600 seconds, but this node waits 120 at most';

/** What it asks for; what the error says of it; the time until then, at least and at most. */
describe.each<[string, number, RetryAfter, string, number, number]>([
	['does not ask to wait', SECOND, 'none', STALLED, 5 * MINUTE, 5 * MINUTE + 20 * SECOND],
	['asks for 90 seconds', 90 * SECOND, 'exact', STALLED, 5 * MINUTE, 7 * MINUTE],
	['asks for 10 minutes', 10 * MINUTE, 'exact', LONG_WAIT, 0, SECOND],
])(
	'A service that rate limits everything and %s',
	(_how, milliseconds, retryAfter, reason, min, max) => {
		test('ends all runs at once, and is sent no more by them', async () => {
			const service = aService(closed(milliseconds), retryAfter);
			const runs = [64, 64, 1].map((each) => aRun(service, { maxConcurrentRequests: each }));
			await Promise.all(runs.map(async (run) => await run.send(500)));

			const errors = runs.flatMap((run) => run.errors);
			expect(errors).toHaveLength(1500);
			expect(new Set(errors.map(({ description }) => description))).toEqual(
				new Set([`The service limits the rate of requests (429): ${reason}.`]),
			);
			const ends = runs.flatMap(({ endedAt }) => endedAt);
			expect(Math.min(...ends)).toBeGreaterThanOrEqual(min);
			expect(Math.max(...ends)).toBeLessThanOrEqual(max);
			// Only what is in flight is waited for.
			expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(100);

			const sent = runs[0]!.sentAt.length;
			await later(2 * MINUTE, async () => await runs[0]!.send(10));
			expect([runs[0]!.sentAt.length, runs[0]!.errors.length]).toEqual([sent, 510]);
		});

		test.each([0, 500, MINUTE])(
			'is sent requests by a run that begins %d ms later',
			async (pause) => {
				const limit = { isOpen: false, take: () => (limit.isOpen ? 0 : milliseconds) };
				const service = aService(limit, retryAfter);
				await aRun(service).send(100);

				const still = aRun(service);
				await later(pause, () => void still.send(100));
				await clock.wait(30);
				expect(still.sentAt).toHaveLength(1);
				await clock.wait(SECOND);
				still.abort();

				limit.isOpen = true;
				await clock.wait(milliseconds > 2 * MINUTE ? 0 : 2 * MINUTE);
				const run = aRun(service);
				await run.send(100);
				expect(run.done).toBe(100);
			},
		);
	},
);
