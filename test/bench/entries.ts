/** What is written: account log entries for accounts that the sandbox was seeded with. */
import { seedAccounts } from '../service/seed/people';

const SANDBOX_SEED = 1;
export const ACCOUNTS = 500;

/** The five fields of the service that each way sends, of one entry. */
export interface Entry {
	accountId: string;
	source: string;
	type: string;
	name: string;
	payload: object;
}

/** `count` entries, one after the other for each of the accounts, then again from the first. */
export function entries(count: number): Entry[] {
	const accounts = seedAccounts(SANDBOX_SEED, ACCOUNTS);
	return Array.from({ length: count }, (_, n) => {
		const { accountId, domain } = accounts[n % ACCOUNTS]!;
		return {
			accountId,
			source: 'crm',
			type: 'deal-won',
			name: `Company ${n % ACCOUNTS}`,
			payload: { deal: n, stage: 'won', amount: 1000 + n, company: { domain } },
		};
	});
}
