/** As many records as a trigger is made for, and whether n8n is blocked meanwhile. */
import {
	ENTRIES_PER_YIELD,
	fingerprint,
	DeliveredRecords,
	type Layout,
} from '../../../../nodes/AudiencePage/trigger/deliveredRecords';

const MANY = 100_000;

const fingerprintFor = (layout: Layout, n: number): string =>
	layout === 'ids' ? '' : fingerprint(`name ${n}`);

const recordsOf = (layout: Layout): DeliveredRecords => {
	const delivered = new DeliveredRecords(layout);
	for (let n = 0; n < MANY; n++) delivered.add(`person_${n}`, fingerprintFor(layout, n));
	return delivered;
};

const LAYOUTS: Array<[Layout, number]> = [
	['ids', 900_000],
	['idsWithFingerprints', 1_400_000],
	['separateFingerprints', 1_400_000],
];

/** How often `work` does `what` before the event loop turns, at most. */
async function mostPerTurn(what: 'push' | 'set', work: () => Promise<unknown>): Promise<number> {
	const set = Reflect.get(Map.prototype, 'set') as Map<unknown, unknown>['set'];
	const push = Reflect.get(Array.prototype, 'push') as unknown[]['push'];
	let most = 0;
	let inThisTurn = 0;
	const count = () => {
		most = Math.max(most, ++inThisTurn);
	};
	let isAtWork = true;
	const turn = () => {
		inThisTurn = 0;
		// A timer as those that the work waits for: on a slow machine, several of them come before an immediate.
		if (isAtWork) setTimeout(turn, 0);
	};
	Map.prototype.set = function (this: Map<unknown, unknown>, ...entry) {
		if (what === 'set') count();
		return set.apply(this, entry);
	};
	Array.prototype.push = function (this: unknown[], ...values) {
		if (what === 'push') count();
		return push.apply(this, values);
	};
	try {
		turn();
		await work();
	} finally {
		isAtWork = false;
		Object.assign(Map.prototype, { set });
		Object.assign(Array.prototype, { push });
	}
	return most;
}

describe.each(LAYOUTS)('100,000 records: %s', (layout, characters) => {
	let delivered: DeliveredRecords;
	beforeAll(() => {
		delivered = recordsOf(layout);
	});

	test('take so many characters', async () => {
		const { entries, fingerprints = '' } = await delivered.serialize();
		expect(JSON.stringify(entries + fingerprints)).toHaveLength(characters + 2);
	});

	test('are parsed and serialized a few at a time, so that n8n is not blocked', async () => {
		const text = await delivered.serialize();
		const parsed = await mostPerTurn('set', async () => await DeliveredRecords.parse(layout, text));
		const serialized = await mostPerTurn('push', async () => await delivered.serialize());
		// Two for an entry: a map of its own for each first character, and what else runs meanwhile.
		for (const most of [parsed, serialized]) {
			expect(most).toBeGreaterThan(ENTRIES_PER_YIELD / 2);
			expect(most).toBeLessThanOrEqual(2 * ENTRIES_PER_YIELD + 100);
		}
	});
});
