import {
	DeliveredRecords,
	ENTRIES_PER_YIELD,
	fingerprint,
	type Layout,
} from '../../../../nodes/AudiencePage/trigger/deliveredRecords';
import { mostPerTurn } from './turns';

/** More than are parsed or serialized at a time. */
const MANY = 5000;

/** With the characters that each record takes: 100,000 of them take 0.9 or 1.4 MB. */
const LAYOUTS: Array<[Layout, number]> = [
	['ids', 9],
	['idsWithFingerprints', 14],
	['separateFingerprints', 14],
];

const fingerprintFor = (layout: Layout, n: number): string =>
	layout === 'ids' ? '' : fingerprint(`name ${n}`);
const recordsOf = (layout: Layout, count: number): DeliveredRecords => {
	const delivered = new DeliveredRecords(layout);
	for (let n = 0; n < count; n++) delivered.add(`person_${n}`, fingerprintFor(layout, n));
	return delivered;
};
const again = async (layout: Layout, delivered: DeliveredRecords): Promise<DeliveredRecords> =>
	await DeliveredRecords.parse(layout, await delivered.serialize());

/** How often `work` calls a method of all objects of a kind before the event loop turns, at most. */
async function mostCalls(prototype: object, name: string, work: () => Promise<unknown>): Promise<number> {
	const method = Reflect.get(prototype, name) as (...values: unknown[]) => unknown;
	return await mostPerTurn(async (happens) => {
		Reflect.set(prototype, name, function (this: unknown, ...values: unknown[]) {
			happens();
			return method.apply(this, values);
		});
		await work().finally(() => Reflect.set(prototype, name, method));
	});
}

describe.each(LAYOUTS)('Delivered records stored as %s', (layout, characters) => {
	test('are none at first, and an empty text', async () => {
		const none = new DeliveredRecords(layout);
		expect(await none.serialize()).toMatchObject({ entries: '' });
		expect((await again(layout, none)).fingerprintOf('person_0')).toBeUndefined();
	});

	test('are those that were added, and no others, once they are parsed', async () => {
		const delivered = await again(layout, recordsOf(layout, MANY));
		const known = Array.from({ length: MANY }, (_, n) => delivered.fingerprintOf(`person_${n}`));
		expect(known).toEqual(known.map((_, n) => fingerprintFor(layout, n)));
		const strangers = Array.from({ length: 1000 }, (_, n) => delivered.fingerprintOf(`stranger_${n}`));
		expect(strangers).toEqual(Array(1000).fill(undefined));
	});

	test(`take ${characters} characters each, none of which JSON escapes, and the same once they are parsed`, async () => {
		const text = await recordsOf(layout, MANY).serialize();
		const all = Object.values(text).join('');
		expect(all).toMatch(/^[A-Za-z0-9+/]+$/);
		expect(all).toHaveLength(characters * MANY);
		expect(await (await DeliveredRecords.parse(layout, text)).serialize()).toEqual(text);
	});

	test('take more once they are parsed, and have changed until they are serialized', async () => {
		const delivered = await again(layout, recordsOf(layout, 3));
		expect(delivered.hasChanged).toBe(false);
		delivered.add('person_3', fingerprintFor(layout, 3));
		expect(delivered.hasChanged).toBe(true);
		const later = await again(layout, delivered);
		expect(delivered.hasChanged).toBe(false);
		expect([0, 1, 2, 3, 4].map((n) => later.fingerprintOf(`person_${n}`))).toEqual([
			...[0, 1, 2, 3].map((n) => fingerprintFor(layout, n)),
			undefined,
		]);
	});

	test('tell long IDs apart that differ at their end', () => {
		const delivered = new DeliveredRecords(layout);
		const long = 'x'.repeat(10_000);
		delivered.add(`${long}1`, fingerprintFor(layout, 1));
		expect(delivered.fingerprintOf(`${long}1`)).toBe(fingerprintFor(layout, 1));
		expect(delivered.fingerprintOf(`${long}2`)).toBeUndefined();
	});

	test('are parsed and serialized a few at a time, so that n8n is not blocked', async () => {
		const delivered = recordsOf(layout, MANY);
		const text = await delivered.serialize();
		const parse = async () => await DeliveredRecords.parse(layout, text);
		const parsed = await mostCalls(Map.prototype, 'set', parse);
		const serialized = await mostCalls(Array.prototype, 'push', async () => await delivered.serialize());
		// Two for an entry: a map of its own for each first character, and what else runs meanwhile.
		for (const most of [parsed, serialized]) {
			expect(most).toBeGreaterThan(ENTRIES_PER_YIELD / 2);
			expect(most).toBeLessThanOrEqual(2 * ENTRIES_PER_YIELD + 100);
		}
	});
});

describe('A fingerprint', () => {
	test('is the same for the same text, another for another', () => {
		const fingerprints = Array.from({ length: 1000 }, (_, n) => fingerprint(`text ${n}`));
		expect(new Set(fingerprints).size).toBe(1000);
		expect(fingerprints).toEqual(fingerprints.map((_, n) => fingerprint(`text ${n}`)));
	});

	test.each<Layout>(['idsWithFingerprints', 'separateFingerprints'])(
		'that has changed replaces the earlier one, and one that is unknown is empty: %s',
		async (layout) => {
			const delivered = new DeliveredRecords(layout);
			delivered.add('person_1', fingerprint('one'));
			delivered.add('person_2', '');
			delivered.add('person_3', fingerprint('one'));
			delivered.add('person_1', fingerprint('another'));
			const read = await again(layout, delivered);
			expect([1, 2, 3].map((n) => read.fingerprintOf(`person_${n}`))).toEqual([
				fingerprint('another'),
				'',
				fingerprint('one'),
			]);
		},
	);

	test('is not stored where changes do not count', async () => {
		const delivered = new DeliveredRecords('ids');
		delivered.add('person_1', fingerprint('one'));
		expect(delivered.fingerprintOf('person_1')).toBe('');
		expect((await delivered.serialize()).entries).toHaveLength(9);
	});

	test('is unknown of what version 1.0.0 stored without any', async () => {
		const stored = await recordsOf('ids', 3).serialize();
		const delivered = await DeliveredRecords.parse('separateFingerprints', stored);
		expect([0, 1, 2, 3].map((n) => delivered.fingerprintOf(`person_${n}`))).toEqual(['', '', '', undefined]);
	});
});
