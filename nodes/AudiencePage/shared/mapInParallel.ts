/**
 * The results of `task` for each value, in the order of the values. The first task runs alone: what is wrong with all of
 * them shows there. After that, so many are in progress at a time. When one fails, no other begins.
 *
 * @throws the first error, when none is in progress any more
 */
export async function mapInParallel<Value, Result>(
	values: readonly Value[],
	maxInProgress: number,
	task: (value: Value) => Promise<Result>,
): Promise<Result[]> {
	const results = new Array<Result>(values.length);
	const queue = values.entries();
	const errors: Error[] = [];
	const runNext = async (): Promise<boolean> => {
		const next = errors.length === 0 ? queue.next() : undefined;
		if (next === undefined || next.done === true) return false;
		const [index, value] = next.value;
		await task(value).then(
			(result) => (results[index] = result),
			(error: Error) => errors.push(error),
		);
		return true;
	};
	const work = async (): Promise<void> => {
		while (await runNext());
	};
	await runNext();
	await Promise.all(Array.from({ length: Math.min(maxInProgress, values.length) }, work));
	const [error] = errors;
	if (error) throw error;
	return results;
}
