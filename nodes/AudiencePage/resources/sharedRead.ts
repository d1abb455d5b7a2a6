import type { IExecutePaginationFunctions } from 'n8n-workflow';

import type { RequestData } from '../transport/request';
import { delay } from '../transport/delay';

/** How long after the end of one read the next one begins, at the earliest; in milliseconds. */
const PAUSE = 2000;

type Read<List> = (context: IExecutePaginationFunctions, requestData: RequestData) => Promise<List>;

/** Waits, or until the execution is cancelled. */
export async function waitUnlessCancelled(
	context: IExecutePaginationFunctions,
	milliseconds: number,
): Promise<void> {
	await delay(milliseconds, context.getExecutionCancelSignal() ?? new AbortController().signal);
}

/**
 * A list that the items of a run read together: whoever asks while a read is awaited gets what it
 * gives. There is one read at a time, and a pause between two, however many items ask: they may ask
 * because the service is in trouble.
 */
export class SharedRead<List> {
	/** How many reads have begun. What one of them gave is named by its number, from 1. */
	begun = 0;

	private ended = -Infinity;
	private latest?: Promise<List>;
	private next?: Promise<List>;

	/** @param read reads the list, in place of the request of one of the items */
	constructor(private readonly read: Read<List>) {}

	/**
	 * What was read last, or is being read.
	 *
	 * @param after the number of the read that is too old, as are all before it; 0 if none is
	 * @throws the error of the read, which is forgotten with it: whoever asks later reads again
	 */
	async get(context: IExecutePaginationFunctions, requestData: RequestData, after = 0): Promise<List> {
		if (this.latest && this.begun > after) return await this.latest;
		this.next ??= this.readNext(context, requestData);
		return await this.next;
	}

	private async readNext(context: IExecutePaginationFunctions, requestData: RequestData): Promise<List> {
		await this.latest?.catch(() => undefined);
		const pause = this.ended + PAUSE - performance.now();
		if (pause > 0) await waitUnlessCancelled(context, pause);

		this.next = undefined;
		this.begun++;
		const latest = this.read(context, requestData);
		this.latest = latest;
		const forget = (error: Error): never => {
			this.latest = undefined;
			throw error;
		};
		return await latest.catch(forget).finally(() => (this.ended = performance.now()));
	}
}
