import type { Reception } from '../../../../nodes/AudiencePage/transport/limiter';
import { load, settled } from './load';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('The number in flight', () => {
	test('starts at 8', async () => {
		const { ask, inFlight } = load(64);
		await ask(100);
		expect(inFlight()).toBe(8);
	});

	test.each([1, 3, 8])('is never more than the most: %i', async (most) => {
		const { ask, answer, inFlight } = load(most);
		await ask(100);
		for (let n = 0; n < 50; n++) {
			expect(inFlight()).toBe(most);
			await answer(1);
		}
	});

	/** Those that were in flight when the window grew say nothing of the greater one. */
	const toGrow = (before: number, window: number) => before - 1 + window;

	test('doubles each time that all of it is answered well, up to the most', async () => {
		const { ask, answer, inFlight } = load(50);
		await ask(1000);
		const seen = [inFlight()];
		for (const [before, window] of [
			[1, 8],
			[8, 16],
			[16, 32],
			[32, 50],
		] as const) {
			await answer(toGrow(before, window) - 1);
			expect(inFlight()).toBe(seen.at(-1));
			await answer(1);
			seen.push(inFlight());
		}
		expect(seen).toEqual([8, 16, 32, 50, 50]);
	});

	test('does not grow while it is not used up', async () => {
		const { ask, answer, inFlight } = load(64);
		for (let n = 0; n < 40; n++) {
			await ask(7);
			await answer(7);
		}
		await ask(100);
		expect(inFlight()).toBe(8);
	});

	test.each<Reception>(['limited', 'overloaded'])(
		'%s: is halved once for all that were in flight',
		async (bad) => {
			const { ask, answer, inFlight } = load(64);
			await ask(200);
			await answer(8);
			expect(inFlight()).toBe(16);
			await answer(16, bad);
			expect(inFlight()).toBe(8);
			await answer(8, bad);
			expect(inFlight()).toBe(4);
		},
	);

	test('grows one by one after a fall', async () => {
		const { ask, answer, inFlight } = load(64);
		await ask(200);
		await answer(8, 'overloaded');
		expect(inFlight()).toBe(4);
		await answer(3);
		expect(inFlight()).toBe(4);
		await answer(1);
		expect(inFlight()).toBe(5);
		await answer(toGrow(4, 5) - 1);
		expect(inFlight()).toBe(5);
		await answer(1);
		expect(inFlight()).toBe(6);
	});

	test('falls back to 8 at the first fall, however far it had risen', async () => {
		const { ask, answer, inFlight } = load(64);
		await ask(1000);
		await answer(toGrow(1, 8) + toGrow(8, 16) + toGrow(16, 32));
		expect(inFlight()).toBe(64);
		await answer(64, 'overloaded');
		expect(inFlight()).toBe(8);
	});

	test('stays at 1 at least', async () => {
		const { ask, answer, inFlight, gone } = load(64);
		await ask(60);
		for (let n = 0; n < 50; n++) await answer(1, 'overloaded');
		expect(inFlight()).toBe(1);
		expect(gone).toHaveLength(51);
	});

	test('is left alone by requests that fail for reasons of their own', async () => {
		const { ask, answer, inFlight } = load(64);
		await ask(200);
		await answer(40, 'failed');
		expect(inFlight()).toBe(8);
	});
});

describe('A pause', () => {
	test('lets nothing go out before its end', async () => {
		const { limiter, ask, gone } = load(64);
		limiter.pause(1000);
		await ask(3);
		await settled(999);
		expect(gone).toEqual([]);
		await settled(1);
		expect(gone).toHaveLength(3);
	});

	test('is waited for once, by however many', async () => {
		const { limiter, ask } = load(64);
		limiter.pause(1000);
		await ask(30);
		expect(jest.getTimerCount()).toBe(1);
	});

	test('is not cut short by a shorter one, and made longer by a longer one', async () => {
		const { limiter, ask, gone } = load(64);
		limiter.pause(1000);
		limiter.pause(10);
		await ask(3);
		await settled(500);
		limiter.pause(1000);
		await settled(999);
		expect(gone).toEqual([]);
		await settled(1);
		expect(gone).toHaveLength(3);
	});
});

test('what is sent again goes before all others', async () => {
	const { ask, answer, gone } = load(1);
	await ask(1, 'in flight');
	await ask(2, 'new');
	await ask(1, 'repeated', true);
	for (let n = 0; n < 3; n++) await answer(1);
	expect(gone.map(({ name }) => name)).toEqual(['in flight', 'repeated', 'new', 'new']);
});

describe('The end of a run', () => {
	test('lets everything that waits go, and what comes later too', async () => {
		const { halt, ask, gone } = load(2);
		await ask(30);
		expect(gone).toHaveLength(2);
		halt.abort();
		await settled();
		expect(gone).toHaveLength(30);
		await ask(5);
		expect(gone).toHaveLength(35);
	});

	test('ends a pause', async () => {
		const { limiter, halt, ask, gone } = load(8);
		limiter.pause(60_000);
		await ask(3);
		expect(gone).toEqual([]);
		halt.abort();
		await settled();
		expect(gone).toHaveLength(3);
		await ask(2);
		expect(gone).toHaveLength(5);
	});
});
