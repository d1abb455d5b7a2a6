import { sleep } from 'n8n-workflow';

import { isTurnOver, nextTurn } from '../shared/turns';

/** Others wait for several turns of n8n's event loop: one that takes longer, in milliseconds, is too long for them. */
const MAX_TURN_MS = 20;
/** With fewer items ended in it, a long turn is the work of others. */
const MIN_ENDED = 8;
/** With fewer requests in flight, the service would wait for n8n. */
const MIN_CONCURRENCY = 16;

/**
 * Paces the loop over the items: only so many are in progress, and the event loop of n8n is not blocked. Where n8n takes
 * longer to handle a response than the service takes to give it, more requests in flight make nothing faster, but all
 * responses that have come are handled in one turn of the event loop: then fewer requests are to be in flight.
 */
export class ItemScheduler {
	private inProgress = 0;
	private ended = 0;
	private isMeasuring = false;
	private window = Infinity;
	private onEnd?: () => void;

	/** How many requests may be in flight without long turns: additive increase, multiplicative decrease. */
	get concurrency(): number {
		return Math.floor(this.window);
	}

	/**
	 * Waits until the next item may be evaluated.
	 *
	 * @param maxInProgress items that may have begun and not ended
	 */
	async next(maxInProgress: number): Promise<void> {
		if (this.inProgress >= maxInProgress) await new Promise<void>((resolve) => (this.onEnd = resolve));
		if (isTurnOver()) await nextTurn();
	}

	begin(): void {
		this.inProgress++;
	}

	end(): void {
		if (!this.isMeasuring) void this.measureTurn();
		this.inProgress--;
		this.ended++;
		this.onEnd?.();
	}

	private async measureTurn(): Promise<void> {
		this.isMeasuring = true;
		const { inProgress, ended } = this;
		const begun = performance.now();
		await sleep(0);
		this.isMeasuring = false;
		const isLong = performance.now() - begun > MAX_TURN_MS && this.ended - ended >= MIN_ENDED;
		if (isLong) this.window = Math.max(MIN_CONCURRENCY, Math.min(this.window, inProgress) * 0.8);
		else this.window++;
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
