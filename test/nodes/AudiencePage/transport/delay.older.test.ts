/** A wait on an older n8n, whose `sleep` takes no signal. */
import { delay } from '../../../../nodes/AudiencePage/transport/delay';

vi.mock('n8n-workflow', () => ({
	sleep: async (milliseconds: number) => await new Promise((resolve) => setTimeout(resolve, milliseconds)),
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('lasts its time', async () => {
	const ended = vi.fn();
	void delay(1000, new AbortController().signal).then(ended);
	await vi.advanceTimersByTimeAsync(999);
	expect(ended).not.toHaveBeenCalled();
	await vi.advanceTimersByTimeAsync(1);
	expect(ended).toHaveBeenCalled();
});

test('ends when its signal is aborted', async () => {
	const ended = vi.fn();
	const controller = new AbortController();
	void delay(60_000, controller.signal).then(ended);
	await vi.advanceTimersByTimeAsync(10);
	controller.abort();
	await vi.advanceTimersByTimeAsync(0);
	expect(ended).toHaveBeenCalled();
});

test('does not begin when its signal has been aborted before', async () => {
	const ended = vi.fn();
	void delay(60_000, AbortSignal.abort()).then(ended);
	await vi.advanceTimersByTimeAsync(0);
	expect(ended).toHaveBeenCalled();
	expect(vi.getTimerCount()).toBe(0);
});
