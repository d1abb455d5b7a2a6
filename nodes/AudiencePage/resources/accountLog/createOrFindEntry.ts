import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { bodyOf } from '../../fields/routing';
import { mapInTurns } from '../../shared/turns';
import { isEmpty } from '../../shared/values';
import { isDuplicateOfPreviousAttempt } from '../../transport/apiClient';
import { readList } from '../../transport/pagination';
import type { RequestData, RequestFlow } from '../../transport/request';
import { perTenant } from '../perTenant';
import { SharedRead } from '../sharedRead';

type EntriesByKey = Map<unknown, IDataObject>;

/** The log of an account, read when it is asked for (service interface, section 4.3). */
const logOf = (accountId: string): SharedRead<EntriesByKey> =>
	new SharedRead(async (context, requestData) => {
		const url = `/v0/accounts/${encodeURIComponent(accountId)}/logs`;
		const list = { method: 'GET', url, qs: {}, body: undefined } as const;
		const options = { ...requestData.options, ...list };
		const { records } = await readList(context, { ...requestData, options });
		return new Map(await mapInTurns(records, (entry) => [entry.idempotencyKey, entry]));
	});

/** The logs that the items of a run look at, by their accounts. */
const logsOf = perTenant(() => new Map<string, SharedRead<EntriesByKey>>());

/** The entry that the log of the request's account has under its key, if both are there. */
async function findEntry(
	context: IExecutePaginationFunctions,
	requestData: RequestData,
): Promise<IDataObject | undefined> {
	const { accountId, idempotencyKey } = bodyOf(requestData.options);
	if (typeof accountId !== 'string' || isEmpty(idempotencyKey)) return undefined;

	const logs = await logsOf(context);
	const log = logs.get(accountId) ?? logOf(accountId);
	logs.set(accountId, log);
	const begunBefore = log.begun;
	const entry = (await log.get(context, requestData)).get(idempotencyKey);
	// A log that was read for another item may be older than this entry.
	if (entry !== undefined || begunBefore === 0) return entry;
	return (await log.get(context, requestData, begunBefore)).get(idempotencyKey);
}

/**
 * Sends a log entry. If the service refuses its idempotency key because a previous attempt has written the
 * entry, finds it in the log of the account.
 *
 * @returns the fields that the service returns for a new entry (service interface, section 4.1)
 * @throws NodeApiError as the request does, also if the entry is not found: the log can only be read with
 * the account's ID, not with its domain
 */
export const createOrFindEntry: RequestFlow = async function (requestData) {
	return await this.makeRoutingRequest(requestData).catch(async (error: Error) => {
		if (!isDuplicateOfPreviousAttempt(error)) throw error;
		const entry = await findEntry(this, requestData).catch(() => undefined);
		if (entry === undefined || isEmpty(entry.accountLogId)) throw error;
		const { accountId, accountLogId, createdAt, source, type } = entry;
		return [{ json: { accountId, accountLogId, createdAt, source, type } }];
	});
};
