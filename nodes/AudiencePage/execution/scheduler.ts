import { sleep, type IExecuteSingleFunctions, type IHttpRequestOptions } from 'n8n-workflow';

/** The event loop gets its turn after so many milliseconds of evaluating, at the latest. */
const MAX_BLOCKING_MS = 10;

/** Lets items begin one after the other: only so many at a time, and never so that n8n stands still. */
export class ItemScheduler {
	private begun = 0;
	private hasRoom?: () => void;
	private turnBegan = performance.now();

	/**
	 * Waits for the next item's turn.
	 *
	 * @param most items that may have begun and not ended
	 */
	async next(most: number): Promise<void> {
		if (this.begun >= most) await new Promise<void>((resolve) => (this.hasRoom = resolve));
		if (performance.now() - this.turnBegan < MAX_BLOCKING_MS) return;
		await sleep(0);
		this.turnBegan = performance.now();
	}

	begin(): void {
		this.begun++;
	}

	end(): void {
		this.begun--;
		this.hasRoom?.();
	}
}

/**
 * The records that a request writes to, as far as the order of writes matters.
 *
 * @returns names, of which two requests share one if they write to the same record
 */
export type OrderingKeys = (
	request: IHttpRequestOptions,
	context: Pick<IExecuteSingleFunctions, 'getNode' | 'getNodeParameter'>,
) => string[];

/** Lets what writes to the same record happen one after the other, and everything else at once. */
export class KeyedQueue {
	private readonly last = new Map<string, Promise<void>>();

	/**
	 * Starts `task` when all earlier tasks for these records have ended.
	 *
	 * @param task must not reject
	 */
	async run(records: string[], task: () => Promise<void>): Promise<void> {
		const ended = Promise.all(records.map((record) => this.last.get(record))).then(task);
		for (const record of records) this.last.set(record, ended);
		await ended;
	}
}
