import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { isTurnOver, nextTurn } from '../shared/turns';
import { delay } from '../transport/delay';
import type { RequestData } from '../transport/request';

/** The shortest time from the end of one read to the start of the next, in milliseconds. */
const MIN_PAUSE = 2000;

export async function waitUnlessCanceled(
	context: IExecutePaginationFunctions,
	milliseconds: number,
): Promise<void> {
	await delay(milliseconds, context.getExecutionCancelSignal() ?? new AbortController().signal);
}

/**
 * A list that the items of a run read together: those that ask during a read share its result. There is one
 * read at a time, and a pause between two, however many items ask: the service may be in trouble when they do.
 */
export class SharedRead<List> {
	/** How many reads have begun: the number of the latest one, from 1. */
	begun = 0;

	private ended = -Infinity;
	private latest?: Promise<List>;
	private next?: Promise<List>;

	constructor(
		private readonly read: (context: IExecutePaginationFunctions, requestData: RequestData) => Promise<List>,
	) {}

	/**
	 * The result of the latest read that has begun. An error is not kept: later items read again.
	 *
	 * @param after the number of a read that is too old; 0 if none is
	 */
	async get(context: IExecutePaginationFunctions, requestData: RequestData, after = 0): Promise<List> {
		const latest = this.begun > after ? this.latest : undefined;
		const list = await (latest ?? (this.next ??= this.readNext(context, requestData)));
		// All items that wait for it would go on in one turn.
		if (isTurnOver()) await nextTurn();
		return list;
	}

	private async readNext(context: IExecutePaginationFunctions, requestData: RequestData): Promise<List> {
		await this.latest?.catch(() => undefined);
		const pause = this.ended + MIN_PAUSE - performance.now();
		if (pause > 0) await waitUnlessCanceled(context, pause);

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
