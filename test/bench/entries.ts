/** What is written: account log entries for accounts that the sandbox was seeded with. */
import { seedAccounts } from '../service/seed/people';

const SANDBOX_SEED = 1;
export const ACCOUNTS = 500;

/** The fields of the service that each way sends, of one entry. */
export interface Entry {
	accountId: string;
	source: string;
	type: string;
	name: string;
	payload: object;
}

export const ENTRY_FIELDS = ['accountId', 'source', 'type', 'payload', 'name'] as const;

export interface EntriesOptions {
	/** How many accounts they are for. */
	accounts?: number;
	/** Whether the entries of an account follow each other; else the next entry is for the next account. */
	sorted?: boolean;
}

/** As many entries as asked for, as many for each account. */
export function entries(count: number, { accounts = ACCOUNTS, sorted }: EntriesOptions = {}): Entry[] {
	const seeded = seedAccounts(SANDBOX_SEED, ACCOUNTS);
	return Array.from({ length: count }, (_, n) => {
		const at = sorted ? Math.floor((n * accounts) / count) : n % accounts;
		const { accountId, domain } = seeded[at]!;
		return {
			accountId,
			source: 'crm',
			type: 'deal-won',
			name: `Company ${at}`,
			payload: { deal: n, stage: 'won', amount: 1000 + n, company: { domain } },
		};
	});
}
