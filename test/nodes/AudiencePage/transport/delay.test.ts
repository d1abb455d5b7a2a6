import { getEventListeners } from 'node:events';

import { delay } from '../../../../nodes/AudiencePage/transport/delay';

describe('A delay', () => {
	beforeEach(() => vi.useFakeTimers());
	afterEach(() => vi.useRealTimers());

	/** Whether a delay has ended by now. */
	const watch = (delaying: Promise<void>) => {
		const state = { hasEnded: false };
		void delaying.then(() => (state.hasEnded = true));
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
