import { ItemScheduler } from '../../../../nodes/AudiencePage/execution/itemScheduler';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const settled = async () => await vi.advanceTimersByTimeAsync(0);

test('only so many items have begun and not ended', async () => {
	const turns = new ItemScheduler();
	let begun = 0;
	const loop = async () => {
		for (; begun < 5; begun++) {
			await turns.next(2);
			turns.begin();
		}
	};
	void loop();
	await settled();
	expect(begun).toBe(2);
	turns.end();
	await settled();
	expect(begun).toBe(3);
	turns.end();
	turns.end();
	await settled();
	expect(begun).toBe(5);
});

test('items that do not begin take no room', async () => {
	const turns = new ItemScheduler();
	for (let item = 0; item < 10; item++) await turns.next(1);
	turns.begin();
	expect(vi.getTimerCount()).toBe(0);
});

test('n8n gets its turn after 10 ms of evaluating, and not before', async () => {
	const turns = new ItemScheduler();
	vi.advanceTimersByTime(9);
	await turns.next(100);

	vi.advanceTimersByTime(1);
	let isNext = false;
	void turns.next(100).then(() => (isNext = true));
	await Promise.resolve();
	expect([isNext, vi.getTimerCount()]).toEqual([false, 1]);
	await settled();
	expect(isNext).toBe(true);

	vi.advanceTimersByTime(9);
	await turns.next(100);
	expect(vi.getTimerCount()).toBe(0);
});
