/** Runs that go to one service, at the same time and one after the other, on a simulated clock. */
import { RequestAbortedError } from '../../../../nodes/AudiencePage/transport/apiClient';
import { fixedWindow, inFlight, type Limit, type RetryAfter } from './simulation/limits';
import { aKey, MINUTE, SECOND, useSimulation, type SimulatedRun } from './simulation/run';

const { aService, aRun, after, finish, later, now, wait } = useSimulation();

const UNLIMITED: Limit = { take: () => 0 };
/** Rate limits all requests, and asks to wait so many milliseconds. */
const closed = (milliseconds: number): Limit => ({ take: () => milliseconds });

/** Of what one key sends, one run's requests are limited so and another's are not. */
function besides(limit: Limit): [SimulatedRun, SimulatedRun] {
	const apiKey = aKey();
	return [aRun(aService(limit, 'none', { apiKey })), aRun(aService(UNLIMITED, 'exact', { apiKey }))];
}

describe('A small run beside a long one', () => {
	test.each<[string, () => Limit]>([
		['10 a second', () => fixedWindow(10, SECOND)],
		['100 a minute', () => fixedWindow(100, MINUTE)],
		['4 in flight', () => inFlight(4)],
		['no limit', () => UNLIMITED],
	])('waits for one request of the long one for each of its own: %s', async (_limit, limit) => {
		const service = aService(limit());
		const [long, small] = [aRun(service), aRun(service)];
		const begin = 2 * SECOND;
		const sending = later(begin, async () => await small.send(10)).then(() => long.abort());
		await finish(long.send(4000), sending);

		expect(small.errors).toEqual([]);
		// As many again may have been in flight already, or come with a larger window.
		expect(long.sentBetween(begin, small.sentAt[9])).toBeLessThanOrEqual(2 * 10);
		expect(long.done).toBeLessThan(3600);
	});

	test('is not held up by requests of the long one that are rate limited again and again', async () => {
		const [long, small] = besides(closed(SECOND));
		const sending = later(SECOND, async () => await small.send(10)).then(() => long.abort());
		await finish(long.send(1000), sending);

		expect([small.done, long.done]).toEqual([10, 0]);
		expect(small.end).toBeLessThan(20 * SECOND);
		expect(long.sentBetween(SECOND, small.end)).toBeLessThanOrEqual(2 * 10);
	});
});

describe('A run that is aborted', () => {
	/** In the middle of a second, when all wait for the next, and with requests in flight. */
	test.each([
		['waits for its turn', fixedWindow(10, SECOND), 5.5 * SECOND],
		['waits after a 429', fixedWindow(5, 10 * SECOND), 0.5 * SECOND],
		['has requests in flight', UNLIMITED, SECOND],
	])('sends nothing more while it %s, and other runs do', async (_when, limit, at) => {
		const service = aService(limit);
		const [aborted, other] = [aRun(service), aRun(service)];
		after(at, () => aborted.abort());
		const rest = other.send(10).then(async () => await later(at, async () => await other.send(30)));
		await finish(aborted.send(4000), rest);

		// Only what is in flight is waited for.
		expect(aborted.end).toBeLessThanOrEqual(at + 100);
		expect(aborted.errors.length).toBeGreaterThan(1000);
		expect(aborted.errors.every((error) => error instanceof RequestAbortedError)).toBe(true);
		expect(aborted.sentBetween(at)).toBe(0);
		expect([other.done, other.errors.length]).toEqual([40, 0]);
	});

	test('releases its slots at once', async () => {
		const service = aService(inFlight(1));
		const [aborted, other] = [aRun(service), aRun(service)];
		after(SECOND, () => aborted.abort());
		await finish(aborted.send(1000), other.send(20));
		expect(other.done).toBe(20);
		expect(aborted.endedAt).toHaveLength(1000);
	});

	test('leaves what was learnt to a run that begins then', async () => {
		const service = aService(closed(30 * SECOND));
		const [aborted, next] = [aRun(service), aRun(service)];
		after(5 * SECOND, () => aborted.abort());
		after(15 * SECOND, () => next.abort());
		const sending = later(10 * SECOND, async () => await next.send(100));
		await finish(aborted.send(100), sending);
		// The service has asked both to wait 30 seconds.
		expect(next.sentAt).toEqual([]);
		expect(next.errors.every((error) => error instanceof RequestAbortedError)).toBe(true);
	});
});

test.each<[string, Limit]>([
	['no limit', UNLIMITED],
	['10 in flight', inFlight(10)],
])(
	'Each run has its own Max Concurrent Requests: 1, 3 and 64 side by side, with %s',
	async (_limit, limit) => {
		const service = aService(limit);
		const runs = [1, 3, 64].map((maxConcurrentRequests) => aRun(service, { maxConcurrentRequests }));
		const [one, three, many] = runs as [SimulatedRun, SimulatedRun, SimulatedRun];
		await finish(one.send(100), three.send(100), many.send(3000));

		expect([one.mostInFlight, three.mostInFlight]).toEqual([1, 3]);
		expect(many.mostInFlight).toBeGreaterThan(8);
		expect(many.mostInFlight).toBeLessThanOrEqual(64);
		expect(runs.map(({ done }) => done)).toEqual([100, 100, 3000]);
		expect(one.end).toBeLessThan(20 * SECOND);
	},
);

describe('One tenant does not slow another', () => {
	/** 100 requests without a limit take less, and two with this limit far more. */
	const SOON = 2 * SECOND;

	test('in two runs', async () => {
		const slow = aRun(aService(fixedWindow(1, 10 * SECOND)));
		const quick = aRun(aService(UNLIMITED));
		const sending = later(SECOND, async () => await quick.send(100)).then(() => slow.abort());
		await finish(slow.send(100), sending);
		expect(quick.end).toBeLessThan(SECOND + SOON);
	});

	test('in one run, and when one fails the other does not', async () => {
		const run = aRun(aService(closed(10 * MINUTE)));
		await finish(run.send(100), run.send(100, { service: aService(UNLIMITED) }));
		expect([run.done, run.errors.length]).toEqual([100, 100]);
		expect(run.end).toBeLessThan(SOON);
	});
});

test('A request that is never accepted does not end a run that has just begun', async () => {
	const [stuck, other] = besides(closed(SECOND));
	const sending = later(5 * MINUTE - 10 * SECOND, async () => await other.send(20));
	await finish(stuck.send(1), sending);
	expect([stuck.errors.length, other.errors]).toEqual([1, []]);
});

describe('A service that rate limits everything', () => {
	const STALLED = 'it has accepted nothing for 5 minutes';
	const LONG_WAIT = 'it asks to wait 600 seconds, but this node waits 120 at most';
	/** What it answers; what the error says of it; the time until then, at least and at most. */
	const WAYS: Array<[string, Limit, RetryAfter, string, number, number]> = [
		['does not ask to wait', closed(SECOND), 'none', STALLED, 5 * MINUTE, 5 * MINUTE + 20 * SECOND],
		['asks for 90 seconds', closed(90 * SECOND), 'exact', STALLED, 5 * MINUTE, 7 * MINUTE],
		['asks for 10 minutes', closed(10 * MINUTE), 'exact', LONG_WAIT, 0, SECOND],
	];

	test.each(WAYS)('and %s ends all runs at once', async (_how, limit, retryAfter, reason, min, max) => {
		const service = aService(limit, retryAfter);
		const runs = [64, 64, 1].map((each) => aRun(service, { maxConcurrentRequests: each }));
		const [long, late, lone] = runs as [SimulatedRun, SimulatedRun, SimulatedRun];
		const sending = later(1, async () => await late.send(500));
		await finish(long.send(1000), sending, lone.send(1));

		const errors = runs.flatMap((run) => run.errors);
		expect(errors).toHaveLength(1501);
		expect(new Set(errors.map(({ description }) => description))).toEqual(
			new Set([`The service limits the rate of requests (429): ${reason}.`]),
		);
		const ends = runs.flatMap(({ endedAt }) => endedAt);
		expect(Math.min(...ends)).toBeGreaterThanOrEqual(min);
		expect(Math.max(...ends)).toBeLessThanOrEqual(max);
		// Only what is in flight is waited for.
		expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(100);
	});

	test.each(WAYS)('and %s is sent no more by a run that it has ended', async (_how, limit, retryAfter) => {
		const run = aRun(aService(limit, retryAfter));
		await finish(run.send(100));
		const sent = run.sentAt.length;
		const end = now();
		for (const pause of [0, 2 * SECOND, 2 * MINUTE]) {
			await finish(later(pause, async () => await run.send(10)));
		}
		expect(run.sentAt).toHaveLength(sent);
		expect(run.errors).toHaveLength(130);
		expect(run.end).toBe(end + 2 * SECOND + 2 * MINUTE);
	});
});

/** Rate limits all requests until it is opened, and asks to wait so many milliseconds. */
const closedLimit = (milliseconds: number) => {
	const limit = { isOpen: false, take: () => (limit.isOpen ? 0 : milliseconds) };
	return limit;
};

const HOW: Array<[string, number, RetryAfter]> = [
	['says nothing', SECOND, 'none'],
	['asks for 90 seconds', 90 * SECOND, 'exact'],
	['asks for 10 minutes', 10 * MINUTE, 'exact'],
];

describe('A service that has rate limited everything', () => {
	test.each(HOW.flatMap((how) => [0, 500, MINUTE].map((pause) => [pause, ...how] as const)))(
		'is sent requests again by a run that begins %d ms later, if it %s',
		async (pause, _how, milliseconds, retryAfter) => {
			const limit = closedLimit(milliseconds);
			const service = aService(limit, retryAfter);
			await finish(aRun(service).send(100));

			const still = aRun(service, { maxConcurrentRequests: 1 });
			const sending = later(pause, async () => await still.send(10));
			await finish(Promise.race([sending, wait(pause + SECOND)]));
			expect(still.sentAt.length).toBeGreaterThanOrEqual(1);
			still.abort();

			limit.isOpen = true;
			await finish(wait(milliseconds > 2 * MINUTE ? 0 : 2 * MINUTE));
			const poll = aRun(service, { maxConcurrentRequests: 1 });
			const run = aRun(service);
			await finish(poll.send(1), run.send(100));
			expect([poll.done, run.done]).toEqual([1, 100]);
		},
	);

	test('is sent a request by every poll, also if the one before was aborted with its request in flight', async () => {
		const service = aService(closedLimit(60 * MINUTE));
		for (let count = 0; count < 5; count++) {
			const poll = aRun(service, { maxConcurrentRequests: 1 });
			if (count === 2) after(MINUTE + 5, () => poll.abort());
			await finish(later(MINUTE, async () => await poll.send(1)));
			expect([poll.sentAt.length, poll.errors.length]).toEqual([1, 1]);
		}
	});

	test('is sent one request at first', async () => {
		const service = aService(closedLimit(60 * MINUTE));
		await finish(aRun(service).send(100));
		const next = aRun(service);
		await finish(later(MINUTE, async () => await next.send(100)));
		expect([next.sentAt.length, next.errors.length]).toEqual([1, 100]);
	});
});
