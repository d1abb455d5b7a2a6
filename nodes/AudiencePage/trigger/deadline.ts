import { sleep } from 'n8n-workflow';

import { RequestAbortedError } from '../transport/apiClient';

/** The time that a poll has. */
export class Deadline {
	/** Aborted when the time is up. */
	readonly signal: AbortSignal;
	private readonly end: number;
	private readonly done = new AbortController();
	private readonly timeUp: Promise<never>;

	/** @param milliseconds from now on */
	constructor(milliseconds: number) {
		this.end = performance.now() + milliseconds;
		this.signal = AbortSignal.timeout(milliseconds);
		this.timeUp = sleep(milliseconds, this.done.signal).then((): never => {
			throw new RequestAbortedError(false);
		});
		// Nobody may be waiting for it.
		this.timeUp.catch(() => undefined);
	}

	/** In whole milliseconds; negative when the time is up. */
	get timeLeft(): number {
		return Math.floor(this.end - performance.now());
	}

	/**
	 * Waits for a response until the time is up. A request's own timeout does not end a response that keeps
	 * arriving piece by piece.
	 *
	 * @throws RequestAbortedError if the time is up first
	 */
	async waitFor<T>(response: Promise<T>): Promise<T> {
		return await Promise.race([response, this.timeUp]);
	}

	/** Ends the timer. */
	clear(): void {
		this.done.abort();
	}
}
