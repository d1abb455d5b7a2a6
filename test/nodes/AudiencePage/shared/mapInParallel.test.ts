import { mapInParallel } from '../../../../nodes/AudiencePage/shared/mapInParallel';

/** A task that ends when it is told to. */
function controlled() {
	const begun: number[] = [];
	const ends = new Map<number, (error?: Error) => void>();
	const task = async (value: number): Promise<number> => {
		begun.push(value);
		await new Promise<void>((resolve, reject) =>
			ends.set(value, (error) => (error ? reject(error) : resolve())),
		);
		return value * 10;
	};
	const end = async (value: number, error?: Error) => {
		ends.get(value)?.(error);
		await new Promise(setImmediate);
	};
	return { begun, task, end };
}

test('gives the results in the order of the values, however the tasks end; the first one runs alone', async () => {
	const { begun, task, end } = controlled();
	const done = mapInParallel([1, 2, 3, 4], 2, task);
	expect(begun).toEqual([1]);
	await end(1);
	expect(begun).toEqual([1, 2, 3]);
	await end(3);
	expect(begun).toEqual([1, 2, 3, 4]);
	await end(4);
	await end(2);
	expect(await done).toEqual([10, 20, 30, 40]);
});

test('begins nothing after an error, and throws the first when all have ended', async () => {
	const { begun, task, end } = controlled();
	const done = mapInParallel([1, 2, 3, 4], 2, task).catch((error: Error) => error);
	await end(1);
	await end(3, new Error('the second'));
	expect(await Promise.race([done, 'in progress'])).toBe('in progress');
	await end(2, new Error('the first, later'));
	expect(await done).toEqual(new Error('the second'));
	expect(begun).toEqual([1, 2, 3]);
});

test('begins no second task if the first fails', async () => {
	const { begun, task, end } = controlled();
	const done = mapInParallel([1, 2, 3], 2, task).catch((error: Error) => error);
	await end(1, new Error('gone'));
	expect(await done).toEqual(new Error('gone'));
	expect(begun).toEqual([1]);
});

test('of nothing is nothing', async () => {
	expect(await mapInParallel([], 3, async () => await Promise.reject(new Error('never')))).toEqual([]);
});
