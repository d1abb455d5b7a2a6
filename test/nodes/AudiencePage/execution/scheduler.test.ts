import { ItemScheduler, KeyedQueue } from '../../../../nodes/AudiencePage/execution/scheduler';

describe('Items', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	const settled = async () => await jest.advanceTimersByTimeAsync(0);

	test('only so many items have begun and not ended', async () => {
		const scheduler = new ItemScheduler();
		let begun = 0;
		void (async () => {
			for (; begun < 5; begun++) {
				await scheduler.next(2);
				scheduler.begin();
			}
		})();
		await settled();
		expect(begun).toBe(2);
		scheduler.end();
		await settled();
		expect(begun).toBe(3);
		scheduler.end();
		scheduler.end();
		await settled();
		expect(begun).toBe(5);
	});

	test('n8n gets its turn after 10 ms of evaluating', async () => {
		const scheduler = new ItemScheduler();
		await scheduler.next(100);
		const later = performance.now() + 10;
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => later);
		let isNext = false;
		void scheduler.next(100).then(() => (isNext = true));
		await Promise.resolve();
		expect(isNext).toBe(false);
		await jest.advanceTimersByTimeAsync(1);
		expect(isNext).toBe(true);
		clock.mockRestore();
	});
});

describe('Tasks', () => {
	const turn = async () => await new Promise(setImmediate);

	/** Tasks that end when they are told, with what has begun so far. */
	function tasks() {
		const order = new KeyedQueue();
		const begun: string[] = [];
		const ends = new Map<string, () => void>();
		return {
			begun,
			start: (name: string, records: string[]) =>
				order.run(records, async () => {
					begun.push(name);
					await new Promise<void>((resolve) => ends.set(name, resolve));
				}),
			end: async (name: string) => {
				ends.get(name)?.();
				await turn();
			},
		};
	}

	test('for one record run one after the other, for others at once, and are waited for', async () => {
		const { start, end, begun } = tasks();
		void start('a1', ['a']);
		void start('a2', ['a']);
		let haveEnded = false;
		void start('a3', ['a']).then(() => (haveEnded = true));
		void start('b1', ['b']);
		void start('free', []);
		await turn();
		expect([...begun].sort()).toEqual(['a1', 'b1', 'free']);
		await end('b1');
		expect(begun).toHaveLength(3);
		await end('a1');
		expect(begun.slice(3)).toEqual(['a2']);
		await end('a2');
		expect(begun.slice(3)).toEqual(['a2', 'a3']);
		expect(haveEnded).toBe(false);
		await end('a3');
		expect(haveEnded).toBe(true);
	});

	test('for two records wait for both, and both wait for them', async () => {
		const { start, end, begun } = tasks();
		void start('a', ['a']);
		void start('b', ['b']);
		void start('both', ['a', 'b']);
		void start('later', ['b']);
		await turn();
		await end('a');
		expect(begun).toEqual(['a', 'b']);
		await end('b');
		expect(begun).toEqual(['a', 'b', 'both']);
		await end('both');
		expect(begun).toEqual(['a', 'b', 'both', 'later']);
	});
});
