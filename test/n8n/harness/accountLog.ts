/** The account log of the sandbox, as tests look into it and add to it. */
import type { AccountLog } from '../../service/records';
import type { Sandbox } from '../../service/sandbox';

/** The entries of the account with this domain; none if there is no such account. */
export function entriesOf({ store }: Sandbox, accountDomain: string): readonly AccountLog[] {
	const account = store.accounts.all().find(({ domain }) => domain === accountDomain);
	return account === undefined ? [] : store.accountLogs.of(account.accountId).all();
}

/** New entries with these ids, all at once, in the log of an account. */
export function addEntries({ store }: Sandbox, accountId: string, ...ids: string[]): void {
	const entries = store.accountLogs.of(accountId);
	for (const accountLogId of ids) entries.add({ ...entries.all()[0]!, accountLogId, deletedAt: null });
}
