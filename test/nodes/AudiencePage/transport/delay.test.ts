import { getEventListeners } from 'node:events';
import { delay } from '../../../../nodes/AudiencePage/transport/delay';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('Delays last their time or end with their signal', async () => {
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
	// It is aborted already.
	await delay(60_000, controller.signal);
});
