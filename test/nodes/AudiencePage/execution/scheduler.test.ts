import { Scheduler } from '../../../../nodes/AudiencePage/execution/scheduler';

const turn = async () => await new Promise(setImmediate);

/** Tasks that end when they are told, with what has begun so far. */
function tasks() {
	const scheduler = new Scheduler();
	const begun: string[] = [];
	const ends = new Map<string, () => void>();
	const start = async (name: string, ...keys: string[]) =>
		await scheduler.run(keys, async () => {
			begun.push(name);
			await new Promise<void>((resolve) => ends.set(name, resolve));
		});
	const end = async (name: string) => {
		ends.get(name)?.();
		await turn();
	};
	return { scheduler, begun, start, end };
}

test('the next item waits until fewer tasks have begun than are allowed, not for those that wait for their keys', async () => {
	const { scheduler, start, end } = tasks();
	let isNext = false;
	const next = async () => {
		isNext = false;
		await turn();
		void scheduler.next(2).then(() => (isNext = true));
		await turn();
	};
	void start('a1', 'a');
	void start('a2', 'a');
	await next();
	expect(isNext).toBe(true);
	void start('b1', 'b');
	await next();
	expect(isNext).toBe(false);
	await end('b1');
	expect(isNext).toBe(true);
	await end('a1');
	await next();
	expect(isNext).toBe(true);
});

test('tasks with a key in common run one after the other, others at once, and are waited for', async () => {
	const { start, end, begun } = tasks();
	let hasEnded = false;
	void start('a1', 'a');
	void start('a2', 'a').then(() => (hasEnded = true));
	void start('b1', 'b');
	void start('both', 'a', 'b');
	void start('b2', 'b');
	void start('free');
	await turn();
	expect(new Set(begun)).toEqual(new Set(['a1', 'b1', 'free']));
	await end('b1');
	await end('a1');
	expect(begun.slice(3)).toEqual(['a2']);
	expect(hasEnded).toBe(false);
	await end('a2');
	expect(hasEnded).toBe(true);
	expect(begun.slice(4)).toEqual(['both']);
	await end('both');
	expect(begun.slice(5)).toEqual(['b2']);
});
