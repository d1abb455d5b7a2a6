/** Runs that go to one service at the same time, on a simulated clock. */
import { searchPages } from '../../../../nodes/AudiencePage/methods/listSearch';
import { RequestAbortedError } from '../../../../nodes/AudiencePage/transport/apiClient';
import { fixedWindow, inFlight, type Limit, type RetryAfter } from './simulation/limits';
import { aKey, MINUTE, SECOND, useSimulation, type SimulatedRun } from './simulation/run';
import type { SimulatedService } from './simulation/service';

const simulation = useSimulation();
const { aService, aRun, later } = simulation;

const UNLIMITED: Limit = { take: () => 0 };
/** Refuses all requests, and says that it will take them in so many milliseconds. */
const closed = (milliseconds: number): Limit => ({ take: () => milliseconds });

/** How many requests of a run went out between two times. */
const sentBetween = ({ sentAt }: SimulatedRun, from: number, to = Infinity) =>
	sentAt.filter((at) => at > from && at <= to).length;

const endOf = ({ endedAt }: SimulatedRun) => Math.max(...endedAt);

describe('A small run beside a long one', () => {
	test.each<[string, () => Limit]>([
		['10 a second', () => fixedWindow(10, SECOND)],
		['100 a minute', () => fixedWindow(100, MINUTE)],
		['4 in flight', () => inFlight(4)],
		['no limit', () => UNLIMITED],
	])('waits for one request of the long one for each of its own: %s', async (_limit, limit) => {
		const service = aService(limit());
		const long = aRun(service);
		const small = aRun(service);
		const begin = 2 * SECOND;
		const all = long.send(4000);
		await simulation.clock.run(later(begin, async () => await small.send(10)).then(() => long.halt()));
		await simulation.clock.run(all);

		expect(small.errors).toEqual([]);
		// As many again may have been on their way already, or have grown with the window.
		expect(sentBetween(long, begin, small.sentAt[9])).toBeLessThanOrEqual(2 * 10);
		expect(long.done).toBeLessThan(3600);
	});

	test('is not held up by requests of the long one that are refused again and again', async () => {
		const apiKey = aKey();
		const long = aRun(aService(closed(SECOND), 'none', apiKey));
		const small = aRun(aService(UNLIMITED, 'exact', apiKey));
		const all = long.send(1000);
		await simulation.clock.run(later(SECOND, async () => await small.send(10)).then(() => long.halt()));
		await simulation.clock.run(all);

		expect(small.done).toBe(10);
		expect(endOf(small)).toBeLessThan(20 * SECOND);
		expect(long.done).toBe(0);
		expect(sentBetween(long, SECOND, endOf(small))).toBeLessThanOrEqual(2 * 10);
	});
});

test('Three runs of one size that begin one after the other end together', async () => {
	const service = aService(fixedWindow(10, SECOND));
	const runs = [0, 1, 2].map(() => aRun(service));
	await simulation.clock.run(
		Promise.all(runs.map(async (run, n) => await later(n, async () => await run.send(200)))),
	);

	expect(runs.map(({ done }) => done)).toEqual([200, 200, 200]);
	const ends = runs.map(endOf);
	expect(Math.max(...ends) - Math.min(...ends)).toBeLessThanOrEqual(4 * SECOND);
});

describe('A run that is halted', () => {
	/** In the middle of a second, when all wait for the next, and while what was sent is under way. */
	test.each([
		['waits for its turn', fixedWindow(10, SECOND), 5.5 * SECOND],
		['waits after a 429', fixedWindow(5, 10 * SECOND), 0.5 * SECOND],
		['has requests under way', UNLIMITED, SECOND],
	])('sends nothing more while it %s, and the others go on', async (_when, limit, at) => {
		const service = aService(limit);
		const halted = aRun(service);
		const other = aRun(service);
		simulation.clock.after(at, () => halted.halt());
		const sending = halted.send(4000);
		const rest = other.send(10).then(async () => await later(at, async () => await other.send(30)));
		await simulation.clock.run(sending);

		// What is under way is waited for; nothing else is.
		expect(endOf(halted)).toBeLessThanOrEqual(at + 100);
		expect(halted.errors.length).toBeGreaterThan(1000);
		expect(halted.errors.every((error) => error instanceof RequestAbortedError)).toBe(true);
		await simulation.clock.run(rest);
		expect(sentBetween(halted, at)).toBe(0);
		expect(other.errors).toEqual([]);
		expect(other.done).toBe(40);
	});

	test('gives its places back at once', async () => {
		const service = aService(inFlight(1));
		const halted = aRun(service);
		const other = aRun(service);
		const sending = Promise.all([halted.send(1000), other.send(20)]);
		simulation.clock.after(SECOND, () => halted.halt());
		await simulation.clock.run(sending);
		expect(other.done).toBe(20);
		expect(halted.done + halted.errors.length).toBe(1000);
	});

	test('lets a run that begins then go on from what was learnt', async () => {
		const service = aService(closed(30 * SECOND));
		const halted = aRun(service);
		const next = aRun(service);
		simulation.clock.after(5 * SECOND, () => halted.halt());
		const sending = halted.send(100);
		simulation.clock.after(15 * SECOND, () => next.halt());
		await simulation.clock.run(Promise.all([sending, later(10 * SECOND, async () => await next.send(100))]));
		// The service has asked for 30 seconds, of both.
		expect(next.sentAt).toEqual([]);
		expect(next.errors.every((error) => error instanceof RequestAbortedError)).toBe(true);
	});
});

test.each<[string, Limit]>([
	['no limit', UNLIMITED],
	['10 in flight', inFlight(10)],
])('Each run has its own Max Concurrent Requests: 1 and 64 side by side, with %s', async (_limit, limit) => {
	const service = aService(limit);
	const one = aRun(service, { maxConcurrentRequests: 1 });
	const three = aRun(service, { maxConcurrentRequests: 3 });
	const many = aRun(service, { maxConcurrentRequests: 64 });
	await simulation.clock.run(Promise.all([one.send(100), three.send(100), many.send(3000)]));

	expect(one.mostInFlight).toBe(1);
	expect(three.mostInFlight).toBe(3);
	expect(many.mostInFlight).toBeGreaterThan(8);
	expect(many.mostInFlight).toBeLessThanOrEqual(64);
	expect([one.done, three.done, many.done]).toEqual([100, 100, 3000]);
	expect(endOf(one)).toBeLessThan(100 * 100);
});

describe('One tenant does not slow another', () => {
	const SLOW = () => fixedWindow(1, 10 * SECOND);
	/** What 100 requests take that nobody limits: far less than two of those that are limited. */
	const SOON = 2 * SECOND;

	test('in two runs with two keys', async () => {
		const slow = aRun(aService(SLOW()));
		const quick = aRun(aService(UNLIMITED));
		const all = slow.send(100);
		await simulation.clock.run(later(SECOND, async () => await quick.send(100)));
		expect(endOf(quick)).toBeLessThan(SECOND + SOON);
		slow.halt();
		await simulation.clock.run(all);
	});

	test('in two runs with one key for two origins', async () => {
		const apiKey = aKey();
		const slow = aRun(aService(SLOW(), 'exact', apiKey), { baseUrl: 'https://one.example.com' });
		const quick = aRun(aService(UNLIMITED, 'exact', apiKey), {
			baseUrl: 'https://two.example.com',
		});
		const all = slow.send(100);
		await simulation.clock.run(later(SECOND, async () => await quick.send(100)));
		expect(endOf(quick)).toBeLessThan(SECOND + SOON);
		slow.halt();
		await simulation.clock.run(all);
	});

	test('in one run, and the end of one is not the end of the other', async () => {
		const run = aRun(aService(closed(10 * MINUTE)));
		const tenants = Promise.all([run.send(100), run.send(100, aService(UNLIMITED))]);
		await simulation.clock.run(tenants);
		expect(run.done).toBe(100);
		expect(run.errors).toHaveLength(100);
		expect(endOf(run)).toBeLessThan(SOON);
	});
});

test('A request that the service never takes does not end a run that has just begun', async () => {
	const apiKey = aKey();
	const stuck = aRun(aService(closed(SECOND), 'none', apiKey));
	const other = aRun(aService(UNLIMITED, 'exact', apiKey));
	const before = 5 * MINUTE - 10 * SECOND;
	await simulation.clock.run(Promise.all([stuck.send(1), later(before, async () => await other.send(20))]));

	expect(stuck.errors).toHaveLength(1);
	expect(other.errors).toEqual([]);
});

test('One request that the service alone never takes ends alone: what waited for it is sent', async () => {
	const apiKey = aKey();
	const run = aRun(aService(closed(SECOND), 'none', apiKey));
	const sending = run.send(1).then(async () => await run.send(5, aService(UNLIMITED, 'exact', apiKey)));
	await simulation.clock.run(sending);

	expect(run.errors).toHaveLength(1);
	expect(run.done).toBe(5);
});

describe('A service that lets nothing through', () => {
	const DROUGHT = 'The service limits the rate of requests (429): it has accepted nothing for 5 minutes.';
	const ASKS =
		'The service limits the rate of requests (429): it asks to wait 600 seconds, but this node waits 120 at most.';
	/** How it answers; what the user is told; the time until it is told, at least and at most. */
	const WAYS: Array<[string, Limit, RetryAfter, string, number, number]> = [
		['says nothing', closed(SECOND), 'none', DROUGHT, 5 * MINUTE, 5 * MINUTE + 20 * SECOND],
		['asks for 90 seconds', closed(90 * SECOND), 'exact', DROUGHT, 5 * MINUTE, 7 * MINUTE],
		['asks for 10 minutes', closed(10 * MINUTE), 'exact', ASKS, 0, SECOND],
	];

	test.each(WAYS)('and %s ends all runs at once', async (_how, limit, retryAfter, told, least, most) => {
		const service = aService(limit, retryAfter);
		const runs = [64, 64, 1].map((each) => aRun(service, { maxConcurrentRequests: each }));
		const [long, late, lone] = runs as [SimulatedRun, SimulatedRun, SimulatedRun];
		await simulation.clock.run(
			Promise.all([long.send(1000), later(1, async () => await late.send(500)), lone.send(1)]),
		);

		const errors = runs.flatMap((run) => run.errors);
		expect(errors).toHaveLength(1501);
		expect(new Set(errors.map(({ description }) => description))).toEqual(new Set([told]));
		const ends = runs.flatMap(({ endedAt }) => endedAt);
		expect(Math.min(...ends)).toBeGreaterThanOrEqual(least);
		expect(Math.max(...ends)).toBeLessThanOrEqual(most);
		// What is under way is waited for; nothing else is.
		expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(100);
	});

	test.each(WAYS)(
		'and %s is asked no more by the runs that it has ended',
		async (...[, limit, retryAfter]) => {
			const run = aRun(aService(limit, retryAfter));
			await simulation.clock.run(run.send(100));
			const sent = run.sentAt.length;
			const end = simulation.clock.now;
			for (const pause of [0, 2 * SECOND, 2 * MINUTE])
				await simulation.clock.run(later(pause, async () => await run.send(10)));
			expect(run.sentAt).toHaveLength(sent);
			expect(run.errors).toHaveLength(130);
			expect(endOf(run)).toBe(end + 2 * SECOND + 2 * MINUTE);
		},
	);
});

describe('A picker or a poll behind a long run', () => {
	beforeEach(() => {
		vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
			const controller = new AbortController();
			simulation.clock.after(milliseconds, () => controller.abort());
			return controller.signal;
		});
	});

	/** While a run of 2500 is under way at a service, after 5.5 seconds. */
	async function behind<Result>(
		limit: Limit,
		ask: (service: SimulatedService) => Promise<Result>,
	): Promise<{ came: Result | Error; milliseconds: number; long: SimulatedRun }> {
		const service = aService(limit);
		const long = aRun(service);
		const all = long.send(2500);
		const began = simulation.clock.now + 5.5 * SECOND;
		const asking = later(5.5 * SECOND, async () => await ask(service));
		const came = await simulation.clock.run(asking.catch((error: Error) => error));
		const milliseconds = simulation.clock.now - began;
		// The run goes on.
		const { done } = long;
		await simulation.clock.run(simulation.clock.wait(3 * MINUTE));
		expect(long.done).toBeGreaterThan(done);
		long.halt();
		await simulation.clock.run(all);
		return { came, milliseconds, long };
	}

	const pick = async ({ context }: SimulatedService) => await searchPages.call(context);
	const POLL_BUDGET = 50 * SECOND;
	const poll = async (service: SimulatedService) => {
		const run = aRun(service, {
			maxConcurrentRequests: 1,
			abortSignal: AbortSignal.timeout(POLL_BUDGET),
		});
		await run.send(1);
		return run;
	};

	test('has its turn where the service takes requests', async () => {
		const picker = await behind(fixedWindow(10, SECOND), pick);
		expect(picker.came).toEqual({ results: [] });
		expect(picker.milliseconds).toBeLessThan(2 * SECOND);
		const polled = await behind(fixedWindow(10, SECOND), poll);
		expect(polled.came).toMatchObject({ done: 1 });
		expect(polled.milliseconds).toBeLessThan(2 * SECOND);
	});

	test('ends by its signal where the service takes none', async () => {
		const picker = await behind(fixedWindow(5, 100 * SECOND), pick);
		expect(picker.came).toMatchObject({ message: 'The service did not answer within 10 seconds' });
		expect(picker.milliseconds).toBe(10 * SECOND);
		const polled = await behind(fixedWindow(5, 100 * SECOND), poll);
		expect(polled.came).toMatchObject({ errors: [expect.any(RequestAbortedError)], sentAt: [] });
		expect(polled.milliseconds).toBe(POLL_BUDGET);
	});
});
