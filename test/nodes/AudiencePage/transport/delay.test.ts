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

/** An older n8n's `sleep` takes no signal, and leaves its timers. */
test.each([false, true])(
	'Delays last their time or end with their signal, on an older n8n: %j',
	async (isOlder) => {
		n8n.isOlder = isOlder;
		const controller = new AbortController();
		let ended = 0;
		for (let n = 1; n <= 20; n++) void delay(1000 * n, controller.signal).then(() => ended++);
		// One listener for all: Node.js warns of more than ten.
		expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
		await jest.advanceTimersByTimeAsync(999);
		expect(ended).toBe(0);
		await jest.advanceTimersByTimeAsync(1);
		expect(ended).toBe(1);
		controller.abort();
		await jest.advanceTimersByTimeAsync(0);
		expect(ended).toBe(20);
		expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
		expect(jest.getTimerCount()).toBe(isOlder ? 19 : 0);

		jest.clearAllTimers();
		await delay(60_000, controller.signal);
		expect(jest.getTimerCount()).toBe(0);
	},
);
