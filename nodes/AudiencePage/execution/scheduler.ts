import { sleep, type IExecuteSingleFunctions, type IHttpRequestOptions } from 'n8n-workflow';

/** How long items are evaluated before n8n's event loop gets a turn, in milliseconds. */
const MAX_BLOCKING_MS = 10;

/** Paces the loop over the items: only so many are in flight, and the event loop of n8n is not blocked. */
export class ItemScheduler {
	private inFlight = 0;
	private onEnd?: () => void;
	private blockingSince = performance.now();

	/**
	 * Waits until the next item may be evaluated.
	 *
	 * @param maxInFlight items that may have begun and not ended
	 */
	async next(maxInFlight: number): Promise<void> {
		if (this.inFlight >= maxInFlight) await new Promise<void>((resolve) => (this.onEnd = resolve));
		if (performance.now() - this.blockingSince < MAX_BLOCKING_MS) return;
		await sleep(0);
		this.blockingSince = performance.now();
	}

	begin(): void {
		this.inFlight++;
	}

	end(): void {
		this.inFlight--;
		this.onEnd?.();
	}
}

/**
 * Says which writes of an operation keep the order of their items.
 *
 * @returns keys: requests that write to the same record have one in common
 */
export type OrderingKeysOf = (
	request: IHttpRequestOptions,
	context: Pick<IExecuteSingleFunctions, 'getNode' | 'getNodeParameter'>,
) => string[];

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
