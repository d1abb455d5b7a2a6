import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { keyOf, matchOf } from '../resources/person/match';

const ACCOUNT_LOGS = '/v0/account_logs';
const RESTORED_MESSAGE = /\/messages\/[^/]+\/restore$/;

/**
 * The records that a request writes to, as far as the order of writes matters: what an update
 * changes is known by its path, what a log entry is added to by the account's ID or domain, whom
 * Create or Update finds by the value that it matches on, and what is restored is an audience.
 *
 * @returns names, of which two requests share one if they write to the same record
 */
export function recordsOf(
	{ method, url, body }: IHttpRequestOptions,
	context: Pick<IExecuteSingleFunctions, 'getNodeParameter'>,
): string[] {
	if (method === 'PATCH') return [url.toLowerCase()];
	if (url === ACCOUNT_LOGS) {
		const { accountId, domain } = body as IDataObject;
		const names = [accountId, domain].filter((name) => typeof name === 'string');
		return names.map((name) => name.trim().toLowerCase());
	}
	if (context.getNodeParameter('operation') === 'upsert') {
		const { field, value } = matchOf(context);
		return [`${field}:${keyOf(field, value)}`];
	}
	return RESTORED_MESSAGE.test(url) ? [url.replace(RESTORED_MESSAGE, '')] : [];
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
