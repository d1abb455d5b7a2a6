import { getEventListeners } from 'node:events';

import type * as n8nWorkflow from 'n8n-workflow';

import { delay } from '../../../../nodes/AudiencePage/transport/delay';

const n8n = { isOlder: false };
jest.mock('n8n-workflow', () => {
	const { sleep } = jest.requireActual<typeof n8nWorkflow>('n8n-workflow');
	return {
		sleep: async (milliseconds: number, signal?: AbortSignal) =>
			await sleep(milliseconds, n8n.isOlder ? undefined : signal),
	};
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Whether a delay has ended by now. */
const watch = (delaying: Promise<void>) => {
	const state = { hasEnded: false };
	void delaying.then(() => (state.hasEnded = true));
	return state;
};

describe.each([
	['A delay', false],
	['A delay on an older n8n, whose `sleep` takes no signal', true],
])('%s', (_which, isOlder) => {
	beforeEach(() => void (n8n.isOlder = isOlder));

	test('lasts its time', async () => {
		const state = watch(delay(1000, new AbortController().signal));
		await jest.advanceTimersByTimeAsync(999);
		expect(state.hasEnded).toBe(false);
		await jest.advanceTimersByTimeAsync(1);
		expect(state.hasEnded).toBe(true);
	});

	test('shares one listener with others (Node.js warns of more than ten), and ends with its signal', async () => {
		const controller = new AbortController();
		const states = Array.from({ length: 20 }, (_, n) => watch(delay(1000 * (n + 1), controller.signal)));
		const ended = () => states.filter(({ hasEnded }) => hasEnded).length;
		expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
		await jest.advanceTimersByTimeAsync(1000);
		expect(ended()).toBe(1);
		controller.abort();
		await jest.advanceTimersByTimeAsync(0);
		expect(ended()).toBe(20);
		expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
		// An older n8n leaves its timers.
		expect(jest.getTimerCount()).toBe(isOlder ? 19 : 0);
	});

	test('does not begin when its signal has been aborted before', async () => {
		await delay(60_000, AbortSignal.abort());
		expect(jest.getTimerCount()).toBe(0);
	});
});
