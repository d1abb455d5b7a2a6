import type { FaultKind } from '../../../service/faults/kinds';
import type { AccountLog } from '../../../service/records';
import type { RecordedRequest, Sandbox } from '../../../service/sandbox';
import { times, type Bench, type Ended } from './runs';

/** What a bad network and a service under load do to requests: 11 of 100 are hit. */
export const CHANCES: Partial<Record<FaultKind, number>> = {
	unavailable: 0.05,
	resetBefore: 0.02,
	resetAfter: 0.02,
	cutShort: 0.01,
	tooManyRequests: 0.01,
};

const SOURCE = 'fault-tests';

/** Creates an entry of each item; its key is one that a user gives, so that seeded faults hit the same ones. */
export const CREATE_ENTRY = {
	resource: 'accountLog',
	operation: 'create',
	domain: '={{ $json.domain }}',
	source: SOURCE,
	options: { idempotencyKeyMode: 'custom', idempotencyKey: '={{ "deal-" + $json.n }}' },
};

/** Items 0, 1, 2, …, in turn for each of the accounts. */
export const entryItems = (count: number, accounts: number) =>
	times(count, (n) => ({ n, domain: `company-${n % accounts}.example` }));

/** The entries that the sandbox holds of these tests, account by account, each as it came in. */
export const entriesByAccount = ({ store }: Sandbox): AccountLog[][] =>
	store.accounts
		.all()
		.map(({ accountId }) => store.accountLogs.of(accountId).all())
		.map((entries) => entries.filter(({ source }) => source === SOURCE))
		.filter((entries) => entries.length > 0);

/** The number of the item that a request writes. */
export const numberIn = ({ body }: RecordedRequest): number => (body as { payload: { n: number } }).payload.n;

/** The numbers of the items that entries were made of. */
export const numbersOf = (entries: AccountLog[]): number[] =>
	entries.map(({ payload }) => payload.n as number);

/** `count` entries, each once; and the outputs are theirs, in the order of the items. */
export function expectEachOnce({ sandbox }: Bench, { items, error }: Ended, count: number): void {
	expect(error).toBeUndefined();
	const entries = entriesByAccount(sandbox).flat();
	entries.sort((one, other) => numbersOf([one])[0]! - numbersOf([other])[0]!);
	expect(numbersOf(entries)).toEqual(times(count, (n) => n));
	expect(items.map(({ json, pairedItem }) => [json.accountLogId, pairedItem])).toEqual(
		entries.map(({ accountLogId }, item) => [accountLogId, { item }]),
	);
}

/** How often each kind of fault hit. */
export function faultCounts({ requests }: Sandbox): Partial<Record<FaultKind, number>> {
	const counts: Partial<Record<FaultKind, number>> = {};
	for (const { fault } of requests) if (fault) counts[fault] = (counts[fault] ?? 0) + 1;
	return counts;
}
