/** As many records as a trigger is made for, and how n8n gets its turn meanwhile. */
import {
	ENTRIES_PER_YIELD,
	fingerprint,
	DeliveredRecords,
	type Layout,
} from '../../../../nodes/AudiencePage/trigger/deliveredRecords';

const MANY = 100_000;

const markFor = (layout: Layout, n: number): string => (layout === 'ids' ? '' : fingerprint(`name ${n}`));

const memoryOf = (layout: Layout): DeliveredRecords => {
	const memory = new DeliveredRecords(layout);
	for (let n = 0; n < MANY; n++) memory.add(`person_${n}`, markFor(layout, n));
	return memory;
};

const LAYOUTS: Array<[Layout, number]> = [
	['ids', 900_000],
	['idsWithMarks', 1_400_000],
	['marksApart', 1_400_000],
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
	test('take so many characters', async () => {
		const { delivered, marks = '' } = await memoryOf(layout).write();
		expect(JSON.stringify(delivered + marks)).toHaveLength(characters + 2);
	});

	test('are all known when they are read again', async () => {
		const again = await DeliveredRecords.read(layout, await memoryOf(layout).write());
		const forgotten = Array.from({ length: MANY }, (_, n) => n).filter(
			(n) => again.fingerprintOf(`person_${n}`) !== markFor(layout, n),
		);
		expect(forgotten).toEqual([]);
	});

	test('are read and written a few at a time, so that n8n is not held up', async () => {
		const memory = memoryOf(layout);
		const text = await memory.write();
		const read = await mostPerTurn('set', async () => await DeliveredRecords.read(layout, text));
		const written = await mostPerTurn('push', async () => await memory.write());
		// Two for an entry: a map of its own for each first character, and what else runs meanwhile.
		for (const most of [read, written]) {
			expect(most).toBeGreaterThan(ENTRIES_PER_YIELD / 2);
			expect(most).toBeLessThanOrEqual(2 * ENTRIES_PER_YIELD + 100);
		}
	});
});
