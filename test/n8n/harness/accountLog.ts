/** The account log of the sandbox, as tests look into it and add to it. */
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';

const idOf = ({ store }: Sandbox, accountDomain: string): string | undefined =>
	store.accounts.all().find(({ domain }) => domain === accountDomain)?.accountId;

/** The payloads in the log of the account with this domain; none if there is no such account. */
export function payloadsOf(sandbox: Sandbox, accountDomain: string): IDataObject[] {
	const accountId = idOf(sandbox, accountDomain);
	const entries = accountId === undefined ? [] : sandbox.store.accountLogs.of(accountId).all();
	return entries.map(({ payload }) => payload as IDataObject);
}

/** New entries with these ids, all at once, in the log of an account. */
export function addEntries({ store }: Sandbox, accountId: string, ...ids: string[]): void {
	const entries = store.accountLogs.of(accountId);
	for (const accountLogId of ids)
		entries.add({ ...entries.all()[0]!, accountLogId, deletedAt: null });
}
