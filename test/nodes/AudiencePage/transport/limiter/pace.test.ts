import { Pace } from '../../../../../nodes/AudiencePage/transport/limiter/pace';
import { useVirtualTime } from '../../../../support/virtualTime';

useVirtualTime();
const SECOND = 1000;

/** 50 requests a second are accepted, then a 429 comes, which asks for a wait of a second: 50 in 2 seconds. */
function afterRateLimit() {
	const pace = new Pace();
	const began = performance.now();
	const delay = (time: number) => pace.delayBeforeNext(began + time);
	/** Sends all that may go at once, and has it accepted; returns how many they were. */
	const send = (time: number, most = Infinity): number => {
		let sent = 0;
		for (; sent < most && delay(time) === 0; sent++) {
			pace.begin();
			pace.end(began + time, 'success', 0, began + time);
		}
		return sent;
	};
	for (let n = 0; n < 50; n++) expect(send(20 * n, 1)).toBe(1);
	pace.begin();
	pace.end(began + SECOND, 'rateLimited', SECOND, began + SECOND);
	return { pace, delay, send, startOver: (time: number) => pace.startOver(began + time) };
}

test('A rate limit stops all for as long as the service asks', () => {
	const { delay } = afterRateLimit();
	expect(delay(SECOND)).toBe(SECOND);
	expect(delay(2 * SECOND - 1)).toBe(1);
});

test('After it go as many as the pause has left, and then the measured rate: 25 a second', () => {
	const { delay, send } = afterRateLimit();
	expect(send(2 * SECOND)).toBe(25);
	expect(delay(2 * SECOND)).toBeGreaterThan(0.4 * (1000 / 25));
	expect(delay(2 * SECOND)).toBeLessThanOrEqual(1000 / 25);
});

test('When nobody has sent for a minute, it begins at its rate, without a burst', () => {
	const { delay, send, startOver } = afterRateLimit();
	send(2 * SECOND);
	startOver(60 * SECOND);
	expect(send(60 * SECOND)).toBe(1);
	expect(delay(60 * SECOND)).toBeGreaterThan(10);
	expect(delay(60 * SECOND)).toBeLessThanOrEqual(1000 / 25);
});

/** 50 requests a second, each of which takes 440 ms, are 22 in flight: of a fifth fewer, a quarter. */
test.each([
	['that the service asks for, as many as ever', SECOND, 8],
	['that it does not ask for, a quarter of what the rate comes to', 0, 4],
])('After a pause %s may be in flight at first', (_what, retryAfter, count) => {
	const pace = new Pace();
	const began = performance.now();
	for (let at = began + 20; at <= began + SECOND; at += 20) {
		pace.begin();
		pace.end(at - 440, 'success', 0, at);
	}
	pace.begin();
	pace.end(began + SECOND, 'rateLimited', retryAfter, began + SECOND);
	const goesOnAt = began + SECOND + pace.delayBeforeNext(began + SECOND)!;
	let sent = 0;
	for (; pace.delayBeforeNext(goesOnAt) === 0; sent++) pace.begin();
	expect([sent, pace.delayBeforeNext(goesOnAt)]).toEqual([count, undefined]);
});
