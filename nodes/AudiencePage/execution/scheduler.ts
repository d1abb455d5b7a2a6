/**
 * Which items of a run go when: only so many at a time, and those that have a key in common one
 * after the other.
 */
export class Scheduler {
	private readonly lastByKey = new Map<string, Promise<void>>();
	private inProgress = 0;
	private onEnd?: () => void;

	/** Waits until fewer than `maxInProgress` tasks have started and not ended. */
	async next(maxInProgress: number): Promise<void> {
		if (this.inProgress >= maxInProgress)
			await new Promise<void>((resolve) => (this.onEnd = resolve));
	}

	/**
	 * Starts `task`, which must not reject, when earlier ones with its keys have ended: then it is in
	 * progress.
	 */
	async run(keys: string[], task: () => Promise<void>): Promise<void> {
		const ended = Promise.all(keys.map((key) => this.lastByKey.get(key))).then(async () => {
			this.inProgress++;
			await task();
			this.inProgress--;
			this.onEnd?.();
		});
		for (const key of keys) this.lastByKey.set(key, ended);
		await ended;
	}
}
