import type { MockInstance } from 'vitest';

import { getEventListeners } from 'node:events';

import {
	backoff,
	pauseAfterRefusal,
	parseRetryAfter,
	delay,
} from '../../../../nodes/AudiencePage/transport/waiting';

describe('The time before a request is sent again', () => {
	let random: MockInstance<typeof Math.random>;
	beforeEach(() => {
		random = vi.spyOn(Math, 'random');
	});
	afterEach(() => random.mockRestore());

	test.each([
		[1, 500],
		[2, 1000],
		[3, 2000],
		[6, 16_000],
		[7, 30_000],
		[50, 30_000],
	])('after try %i is anything from 0 to %i ms', (tries, most) => {
		random.mockReturnValue(0);
		expect(backoff(tries)).toBe(0);
		random.mockReturnValue(0.5);
		expect(backoff(tries)).toBe(most / 2);
		random.mockReturnValue(1 - Number.EPSILON);
		expect(backoff(tries)).toBeLessThan(most);
		expect(backoff(tries)).toBeCloseTo(most, 6);
	});
});

test.each([
	[0, 200],
	[1600, 200],
	[8000, 1000],
	[80_000, 10_000],
	[100_000, 50_000],
	[200_000, 60_000],
	[280_000, 20_000],
	[300_000, 200],
])('The pause after a rate limit when nothing got through for %i ms is at least %i ms', (drought, least) => {
	const random = vi.spyOn(Math, 'random').mockReturnValue(0);
	expect(pauseAfterRefusal(drought)).toBe(least);
	random.mockReturnValue(1 - Number.EPSILON);
	expect(pauseAfterRefusal(drought)).toBeCloseTo(1.25 * least, 6);
	random.mockRestore();
});

describe('Retry-After', () => {
	beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z') }));
	afterEach(() => vi.useRealTimers());

	test.each([
		['2', 2000],
		['0', 0],
		['0.5', 500],
		[' 7 ', 7000],
		['-3', undefined],
		['1e3', undefined],
		['Infinity', undefined],
		['soon 2027', undefined],
		['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
		['Sat, 21 Nov 2026 11:59:30 GMT', 0],
		['soon', undefined],
		['', undefined],
		['  ', undefined],
		[undefined, undefined],
		[null, undefined],
		[7, undefined],
		[['1', '2'], undefined],
	])('%j: %j ms', (header, milliseconds) => {
		expect(parseRetryAfter(header)).toBe(milliseconds);
	});

	test("as a date is compared with the service's own clock", () => {
		const date = 'Sat, 21 Nov 2026 11:00:00 GMT';
		expect(parseRetryAfter('Sat, 21 Nov 2026 11:00:30 GMT', date)).toBe(30_000);
	});
});

describe('A wait', () => {
	beforeEach(() => vi.useFakeTimers());
	afterEach(() => vi.useRealTimers());

	/** Whether a wait has ended by now. */
	const watch = (waiting: Promise<void>) => {
		const state = { hasEnded: false };
		void waiting.then(() => (state.hasEnded = true));
		return state;
	};

	test('lasts its time', async () => {
		const { signal } = new AbortController();
		const state = watch(delay(1000, signal));
		await vi.advanceTimersByTimeAsync(999);
		expect(state.hasEnded).toBe(false);
		await vi.advanceTimersByTimeAsync(1);
		expect(state.hasEnded).toBe(true);
	});

	test('is one of many that share one listener: Node.js warns of more than ten', async () => {
		const controller = new AbortController();
		const states = Array.from({ length: 20 }, (_, n) => watch(delay(1000 * (n + 1), controller.signal)));
		expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
		await vi.advanceTimersByTimeAsync(1000);
		expect(states.filter(({ hasEnded }) => hasEnded)).toHaveLength(1);
		controller.abort();
		await vi.advanceTimersByTimeAsync(0);
		expect(states.filter(({ hasEnded }) => hasEnded)).toHaveLength(20);
		expect(vi.getTimerCount()).toBe(0);
	});

	test('ends when its signal is aborted, and leaves neither listener nor timer', async () => {
		const controller = new AbortController();
		const state = watch(delay(60_000, controller.signal));
		await vi.advanceTimersByTimeAsync(10);
		controller.abort();
		await vi.advanceTimersByTimeAsync(0);
		expect(state.hasEnded).toBe(true);
		expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
		expect(vi.getTimerCount()).toBe(0);
	});

	test('does not begin when its signal has been aborted before', async () => {
		await delay(60_000, AbortSignal.abort());
		expect(vi.getTimerCount()).toBe(0);
	});
});
