import { isTurnOver, nextTurn } from '../shared/turns';

/** Paces the loop over the items: only so many are in progress, and the event loop of n8n is not blocked. */
export class ItemScheduler {
	private inProgress = 0;
	private onEnd?: () => void;

	/** Waits until the next item may be evaluated: until fewer than `maxInProgress` items have begun and not ended. */
	async next(maxInProgress: number): Promise<void> {
		if (this.inProgress >= maxInProgress) await new Promise<void>((resolve) => (this.onEnd = resolve));
		if (isTurnOver()) await nextTurn();
	}

	begin(): void {
		this.inProgress++;
	}

	end(): void {
		this.inProgress--;
		this.onEnd?.();
	}
}

/** Runs tasks that have a key in common one after the other, and all others at the same time. */
export class KeyedQueue {
	private readonly lastByKey = new Map<string, Promise<void>>();

	/**
	 * Starts `task` when all earlier tasks with one of its keys have ended.
	 *
	 * @param task must not reject
	 */
	async run(keys: string[], task: () => Promise<void>): Promise<void> {
		const ended = Promise.all(keys.map((key) => this.lastByKey.get(key))).then(task);
		for (const key of keys) this.lastByKey.set(key, ended);
		await ended;
	}
}
