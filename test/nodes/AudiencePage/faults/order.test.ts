import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { cases } from '../../../support/cases';
import { byId } from '../../../support/locators';
import { CREATE_ENTRY, entriesByAccount, numbersOf } from './entries';
import { holdUntilThereAre, times, useBench } from './runs';

const ACCOUNTS = 10;
const ENTRIES = cases(960);
const PERSONS = 20;
const UPDATES = cases(800);

const bench = useBench({ sizes: { accounts: ACCOUNTS, persons: PERSONS } });

beforeEach(() => {
	Object.assign(bench().sandbox.settings.faults, { latencyMs: [0, 20], chances: { unavailable: 0.05 } });
});

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
});

describe('Each person ends with the values of the last row', () => {
	const UPDATE: INodeParameters = {
		resource: 'person',
		operation: 'update',
		personId: byId('={{ $json.personId }}'),
		updateFields: { name: '={{ "Row " + $json.n }}', email: '={{ "row-" + $json.n + "@acme.com" }}' },
	};

	test.each([
		['refused for a while', { unavailable: 0.05 }],
		['lost on the way, there or back', { unavailable: 0.05, resetBefore: 0.05, resetAfter: 0.05 }],
	])('though requests are %s', async (_how, chances) => {
		const { sandbox } = bench();
		sandbox.settings.faults.chances = chances;
		const ids = sandbox.store.persons.all().map(({ personId }) => personId);
		const items = times(UPDATES, (n) => ({ n, personId: ids[(n * n) % PERSONS]! }));
		const { error, items: outputs } = await bench().run(UPDATE, { items });

		expect(error).toBeUndefined();
		expect(outputs.map(({ json }) => [json.personId, json.name])).toEqual(
			items.map(({ n, personId }) => [personId, `Row ${n}`]),
		);
		const lastRows = new Map(items.map(({ n, personId }) => [personId, n]));
		const written = sandbox.store.persons.all().filter(({ personId }) => lastRows.has(personId));
		expect(written.map(({ name, email }) => [name, email])).toEqual(
			written.map(({ personId }) => {
				const last = lastRows.get(personId)!;
				return [`Row ${last}`, `row-${last}@acme.com`];
			}),
		);
		expect(lastRows.size).toBeGreaterThan(1);
	});
});
