import type { IDataObject } from 'n8n-workflow';

import { cases } from '../../../support/cases';
import { CREATE_ENTRY, entriesByAccount, numbersOf } from './entries';
import { holdUntilThereAre, times, useBench } from './runs';

const ACCOUNTS = 10;
const ENTRIES = cases(960);

const bench = useBench({ sizes: { accounts: ACCOUNTS } });

/** Which of the two ways to name an account the n-th entry of each account takes. */
type Naming = (n: number) => { byId: boolean; byDomain: boolean };

const NAMINGS: Array<[string, Naming]> = [
	['by its ID', () => ({ byId: true, byDomain: false })],
	['by its domain', () => ({ byId: false, byDomain: true })],
	// An entry with both stands between those with one: an ID and a domain alone do not tell that they are one.
	['by ID, by both, by domain, by both', (n) => ({ byId: n % 4 !== 2, byDomain: n % 4 !== 0 })],
];

describe('The entries of an account stand in the order of the items', () => {
	test.each(NAMINGS)('the account is named %s', async (_how, naming) => {
		const { sandbox } = bench();
		Object.assign(sandbox.settings.faults, { latencyMs: [0, 20], chances: { unavailable: 0.05 } });
		holdUntilThereAre(2, sandbox);
		const accounts = sandbox.store.accounts.all();
		const items = times(ENTRIES, (n): IDataObject => {
			const { accountId, domain } = accounts[n % ACCOUNTS]!;
			const { byId, byDomain } = naming(Math.floor(n / ACCOUNTS));
			const asTyped = n % 3 === 0 ? domain.toUpperCase() : domain;
			return { n, accountId: byId ? accountId : '', domain: byDomain ? asTyped : '' };
		});
		const { error } = await bench().run({ ...CREATE_ENTRY, accountId: '={{ $json.accountId }}' }, { items });

		expect(error).toBeUndefined();
		const written = entriesByAccount(sandbox).map(numbersOf);
		expect(written).toEqual(
			times(ACCOUNTS, (account) => times(ENTRIES / ACCOUNTS, (n) => n * ACCOUNTS + account)),
		);
		expect(sandbox.mostInFlight).toBeGreaterThan(1);
	});

	test('the items are sorted by account, as a CRM exports them, and several accounts are sent to at once', async () => {
		const { sandbox } = bench();
		const each = 40;
		// Were items that wait for their account in flight, there would be room for those of one account alone.
		holdUntilThereAre(4, sandbox);
		const sorted = times(ACCOUNTS * each, (n) => ({ n, domain: `company-${Math.floor(n / each)}.example` }));
		const options = { maxConcurrentRequests: 4 };
		const { error } = await bench().run({ ...CREATE_ENTRY, options }, { items: sorted });

		expect(error).toBeUndefined();
		const written = entriesByAccount(sandbox).map(numbersOf);
		expect(written).toEqual(times(ACCOUNTS, (account) => times(each, (n) => account * each + n)));
	});
});
