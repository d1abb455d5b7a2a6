import { Pace, pauseAfter } from '../../../../../nodes/AudiencePage/transport/limiter/pace';
import { useVirtualTime } from '../../../../support/virtualTime';

useVirtualTime();
const SECOND = 1000;

/** A pace, and what a test does with it at a time in milliseconds since it began. */
function aPace() {
	const pace = new Pace();
	const began = performance.now();
	const at = (time: number) => began + time;
	return {
		/** Sends so many as may go at once, and how many they were. */
		send: (time: number, most = 1000): number => {
			let sent = 0;
			for (; sent < most && pace.delayBeforeNext(at(time)) === 0; sent++) pace.begin();
			return sent;
		},
		accept: (count: number, sentAt: number, time: number) => {
			for (let n = 0; n < count; n++) pace.end(at(sentAt), 'success', 0, at(time));
		},
		end: (feedback: 'rateLimited' | 'overloaded' | 'failed', sentAt: number, time: number, retryAfter = 0) =>
			pace.end(at(sentAt), feedback, retryAfter, at(time)),
		delay: (time: number) => pace.delayBeforeNext(at(time)),
		pace,
		at,
	};
}

test('An overload halves what may be in flight, once for all that was in flight', () => {
	const { send, end } = aPace();
	expect(send(0)).toBe(8);
	for (let n = 0; n < 8; n++) end('overloaded', 0.1, 20);
	expect(send(20)).toBe(4);
});

/** 50 requests a second are accepted, then a 429 comes, which asks for a wait of a second. */
function afterRateLimit() {
	const one = aPace();
	for (let n = 0; n < 50; n++) {
		expect(one.send(20 * n, 1)).toBe(1);
		one.accept(1, 20 * n, 20 * n + 10);
	}
	expect(one.send(SECOND, 1)).toBe(1);
	one.end('rateLimited', SECOND, SECOND, SECOND);
	return one;
}

test('A rate limit stops all for as long as the service asks', () => {
	const { send, delay } = afterRateLimit();
	expect(delay(SECOND)).toBe(SECOND);
	expect(delay(2 * SECOND - 1)).toBe(1);
	expect(send(2 * SECOND)).toBeGreaterThan(0);
});

test('After it go as many as the pause has left, and then the measured rate: 50 in 2 seconds are 25 a second', () => {
	const { send, accept, delay } = afterRateLimit();
	let sent = 0;
	for (let time = 2 * SECOND; Number(delay(time)) === 0; time++) {
		const count = send(time);
		accept(count, time, time);
		sent += count;
	}
	expect(sent).toBe(25);
	expect(Number(delay(2010))).toBeGreaterThan(0.4 * (1000 / 25));
	expect(Number(delay(2010))).toBeLessThanOrEqual(1000 / 25);
});

test('When nobody has sent for a minute, it begins at its rate, without a burst', () => {
	const { send, accept, delay, pace, at } = afterRateLimit();
	// What the pause has left.
	for (let sent = send(2 * SECOND); sent > 0; sent = send(2 * SECOND)) accept(sent, 2 * SECOND, 2 * SECOND);
	pace.startOver(at(60 * SECOND));
	expect(send(60 * SECOND)).toBe(1);
	expect(delay(60 * SECOND)).toBeGreaterThan(10);
	expect(delay(60 * SECOND)).toBeLessThanOrEqual(1000 / 25);
});

test('A second rate limit without an accepted request in between: one request at a time, and longer pauses', () => {
	const { send, end, delay } = afterRateLimit();
	expect(send(2 * SECOND, 1)).toBe(1);
	end('rateLimited', 2 * SECOND, 2010);
	expect(Number(delay(2010))).toBeGreaterThanOrEqual(200);
	expect(send(2300)).toBe(1);
	expect(end('rateLimited', 2300, 10 * SECOND)).toBe(9 * SECOND);
	expect(Number(delay(10 * SECOND))).toBeGreaterThanOrEqual(9000 / 8);
});

test('A rate that is used to the full is kept for a second, and then rises faster and faster', () => {
	const { accept, delay, pace } = afterRateLimit();
	const sentIn: number[] = [];
	for (let time = 2 * SECOND; time < 8 * SECOND; time++) {
		const second = Math.floor(time / SECOND) - 2;
		sentIn[second] ??= 0;
		while (delay(time) === 0) {
			pace.begin();
			accept(1, time, time);
			sentIn[second]++;
		}
	}
	const [first = 0, ...others] = sentIn;
	// With what the pause has left.
	expect(first).toBeGreaterThanOrEqual(40);
	expect(others.every((count, n) => n === 0 || count > 1.5 * Number(others[n - 1]))).toBe(true);
});

test('Whoever gives up begins with one request, without a pause', () => {
	const { send, end, pace, at } = aPace();
	expect(send(0)).toBe(8);
	for (let n = 0; n < 8; n++) end('rateLimited', 0, 20, 60 * SECOND);
	expect(send(30)).toBe(0);
	pace.giveUp(at(30));
	expect(send(30)).toBe(1);
});

test.each([
	[0, 200],
	[1600, 200],
	[80_000, 10_000],
	[100_000, 50_000],
	[200_000, 60_000],
	[280_000, 20_000],
	[300_000, 200],
])('The pause in a stall of %i ms is at least %i ms, and up to a quarter more', (stall, least) => {
	const random = jest.spyOn(Math, 'random').mockReturnValue(0);
	expect(pauseAfter(stall)).toBe(least);
	random.mockReturnValue(1);
	expect(pauseAfter(stall)).toBeCloseTo(1.25 * least, 6);
});
