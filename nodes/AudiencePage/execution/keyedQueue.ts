import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

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
