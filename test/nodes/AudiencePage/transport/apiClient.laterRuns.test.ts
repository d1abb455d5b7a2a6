/** Runs that begin after a service has rate limited everything, on a simulated clock. */
import type { RetryAfter } from './simulation/limits';
import { MINUTE, SECOND, useSimulation } from './simulation/run';

const { aService, aRun, after, finish, later, wait } = useSimulation();

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
