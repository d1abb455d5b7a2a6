/** The account log of the sandbox, as tests look into it and add to it. */
import type { IDataObject } from 'n8n-workflow';
import type { Account } from '../../service/records';
import type { Sandbox } from '../../service/sandbox';

const accountWith = ({ store }: Sandbox, accountDomain: string): Account | undefined =>
	store.accounts.all().find(({ domain }) => domain === accountDomain);

/** The payloads in the log of the account with this domain; none if there is no such account. */
export function payloadsOf(sandbox: Sandbox, accountDomain: string): IDataObject[] {
	const account = accountWith(sandbox, accountDomain);
	if (account === undefined) return [];
	const entries = sandbox.store.accountLogs.of(account.accountId).all();
	return entries.map(({ payload }) => payload as IDataObject);
}

/** Takes the account with this domain away, and its log with it, if there is one. */
export function removeAccount(sandbox: Sandbox, accountDomain: string): void {
	const account = accountWith(sandbox, accountDomain);
	if (account !== undefined) sandbox.store.accounts.remove(account.accountId);
}

/** New entries with these ids, all at once, in the log of an account. */
export function addEntries({ store }: Sandbox, accountId: string, ...ids: string[]): void {
	const entries = store.accountLogs.of(accountId);
	for (const accountLogId of ids) entries.add({ ...entries.all()[0]!, accountLogId, deletedAt: null });
}
