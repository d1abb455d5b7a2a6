import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

const ACCOUNT_LOGS = '/v0/account_logs';

/**
 * The records that a request writes to, as far as the order of writes matters: what an update
 * changes is known by its path, what a log entry is added to by the account's ID or domain.
 *
 * @returns names, of which two requests share one if they write to the same record
 */
export function recordsOf({ method, url, body }: IHttpRequestOptions): string[] {
	if (method === 'PATCH') return [url];
	// Of what is created, only a log entry is added to something that other requests add to.
	if (url !== ACCOUNT_LOGS) return [];
	const { accountId, domain } = body as IDataObject;
	const names = [accountId, domain].filter((name) => typeof name === 'string');
	return names.map((name) => name.trim().toLowerCase());
}

/** Lets what writes to the same record happen one after the other, and everything else at once. */
export class Order {
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
