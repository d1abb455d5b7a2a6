/**
 * The results of `task` for each value, in the order of the values. So many tasks are in progress at a time; when one
 * fails, no other begins.
 *
 * @throws the first error; tasks in progress go on, and what comes of them is dropped
 */
export async function mapInParallel<Value, Result>(
	values: readonly Value[],
	maxInProgress: number,
	task: (value: Value) => Promise<Result>,
): Promise<Result[]> {
	const results = new Array<Result>(values.length);
	const queue = values.entries();
	let hasFailed = false;
	const work = async (): Promise<void> => {
		for (const [index, value] of queue) {
			if (hasFailed) return;
			results[index] = await task(value).catch((error: Error) => {
				hasFailed = true;
				throw error;
			});
		}
	};
	await Promise.all(Array.from({ length: Math.min(maxInProgress, values.length) }, work));
	return results;
}
