import { pauseWithJitter } from '../../../../../nodes/AudiencePage/transport/limiter/rateLimitPause';

test.each([
	[0, 200],
	[1600, 200],
	[8000, 1000],
	[80_000, 10_000],
	[100_000, 50_000],
	[200_000, 60_000],
	[280_000, 20_000],
	[300_000, 200],
])('The pause after a rate limit in a stall of %i ms is at least %i ms', (stall, least) => {
	const random = jest.spyOn(Math, 'random').mockReturnValue(0);
	expect(pauseWithJitter(stall)).toBe(least);
	random.mockReturnValue(1 - Number.EPSILON);
	expect(pauseWithJitter(stall)).toBeCloseTo(1.25 * least, 6);
	random.mockRestore();
});
