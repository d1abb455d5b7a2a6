/** Runs that begin after a service has let nothing through, on a simulated clock. */
import type { RetryAfter } from './simulation/limits';
import { MINUTE, SECOND, useSimulation } from './simulation/run';

const simulation = useSimulation();
const { aService, aRun, later } = simulation;

/** Refuses all requests until it is opened, and says that it will take them in so many milliseconds. */
const aDoor = (milliseconds: number) => {
	const door = { isOpen: false, take: () => (door.isOpen ? 0 : milliseconds) };
	return door;
};

const HOW: Array<[string, number, RetryAfter]> = [
	['says nothing', SECOND, 'none'],
	['asks for 90 seconds', 90 * SECOND, 'exact'],
	['asks for 10 minutes', 10 * MINUTE, 'exact'],
];

describe('A service that has let nothing through', () => {
	test.each(HOW.flatMap((how) => [0, 500, MINUTE].map((pause) => [pause, ...how] as const)))(
		'is asked again by a run that begins %d ms later, if it %s',
		async (pause, _how, milliseconds, retryAfter) => {
			const door = aDoor(milliseconds);
			const service = aService(door, retryAfter);
			const ended = aRun(service);
			await simulation.clock.run(ended.send(100));

			const still = aRun(service, { maxConcurrentRequests: 1 });
			const sending = later(pause, async () => await still.send(10));
			await simulation.clock.run(Promise.race([sending, simulation.clock.wait(pause + SECOND)]));
			expect(still.sentAt.length).toBeGreaterThanOrEqual(1);
			still.halt();

			door.isOpen = true;
			await simulation.clock.run(simulation.clock.wait(milliseconds > 2 * MINUTE ? 0 : 2 * MINUTE));
			const poll = aRun(service, { maxConcurrentRequests: 1 });
			const run = aRun(service);
			await simulation.clock.run(Promise.all([poll.send(1), run.send(100)]));
			expect([poll.done, run.done]).toEqual([1, 100]);
			// A run that has come to its end stays there.
			await simulation.clock.run(ended.send(1));
			expect(ended.done).toBe(0);
		},
	);

	test('is asked by every poll, also if the one before ended while its request was under way', async () => {
		const service = aService(aDoor(60 * MINUTE));
		for (let count = 0; count < 5; count++) {
			const poll = aRun(service, { maxConcurrentRequests: 1 });
			if (count === 2) simulation.clock.after(MINUTE + 5, () => poll.halt());
			await simulation.clock.run(later(MINUTE, async () => await poll.send(1)));
			expect(poll.sentAt).toHaveLength(1);
			expect(poll.errors).toHaveLength(1);
		}
	});

	test('is asked by one request at first', async () => {
		const service = aService(aDoor(60 * MINUTE));
		await simulation.clock.run(aRun(service).send(100));
		const next = aRun(service);
		await simulation.clock.run(later(MINUTE, async () => await next.send(100)));
		expect(next.sentAt).toHaveLength(1);
		expect(next.errors).toHaveLength(100);
	});
});
