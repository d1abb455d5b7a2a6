import {
	fingerprint,
	DeliveredRecords,
	type Layout,
} from '../../../../nodes/AudiencePage/trigger/deliveredRecords';

/** More than are parsed or serialized at a time. */
const MANY = 5000;

const recordsOf = (layout: Layout, count: number): DeliveredRecords => {
	const delivered = new DeliveredRecords(layout);
	for (let n = 0; n < count; n++) delivered.add(`person_${n}`, fingerprintFor(layout, n));
	return delivered;
};
const fingerprintFor = (layout: Layout, n: number): string =>
	layout === 'ids' ? '' : fingerprint(`name ${n}`);
const again = async (layout: Layout, delivered: DeliveredRecords): Promise<DeliveredRecords> =>
	await DeliveredRecords.parse(layout, await delivered.serialize());

describe.each<Layout>(['ids', 'idsWithFingerprints', 'separateFingerprints'])(
	'Delivered records stored as %s',
	(layout) => {
		test('are none at first, and an empty text', async () => {
			expect(new DeliveredRecords(layout).fingerprintOf('person_0')).toBeUndefined();
			expect(await new DeliveredRecords(layout).serialize()).toMatchObject({ entries: '' });
			expect((await again(layout, new DeliveredRecords(layout))).fingerprintOf('person_0')).toBeUndefined();
		});

		test('are those that were added, and no others, once they are parsed', async () => {
			const delivered = await again(layout, recordsOf(layout, MANY));
			const known = Array.from({ length: MANY }, (_, n) => delivered.fingerprintOf(`person_${n}`));
			expect(known).toEqual(known.map((_, n) => fingerprintFor(layout, n)));
			const strangers = Array.from({ length: 1000 }, (_, n) => delivered.fingerprintOf(`stranger_${n}`));
			expect(strangers).toEqual(Array(1000).fill(undefined));
		});

		test('are serialized without characters that JSON escapes, and the same once they are parsed', async () => {
			const text = await recordsOf(layout, MANY).serialize();
			expect(Object.values(text).join('')).toMatch(/^[A-Za-z0-9+/]+$/);
			expect(await (await DeliveredRecords.parse(layout, text)).serialize()).toEqual(text);
		});

		test('take more once they are parsed', async () => {
			const delivered = await again(layout, recordsOf(layout, 3));
			delivered.add('person_3', fingerprintFor(layout, 3));
			const later = await again(layout, delivered);
			expect([0, 1, 2, 3, 4].map((n) => later.fingerprintOf(`person_${n}`))).toEqual([
				...[0, 1, 2, 3].map((n) => fingerprintFor(layout, n)),
				undefined,
			]);
		});

		test('have changed from an addition until they are serialized', async () => {
			const delivered = await again(layout, recordsOf(layout, 2));
			expect(delivered.hasChanged).toBe(false);
			delivered.add('person_2', fingerprintFor(layout, 2));
			expect(delivered.hasChanged).toBe(true);
			await delivered.serialize();
			expect(delivered.hasChanged).toBe(false);
		});

		test('take as little for long IDs, and tell those apart that differ at their end', async () => {
			const delivered = new DeliveredRecords(layout);
			const long = 'x'.repeat(10_000);
			delivered.add(`${long}1`, fingerprintFor(layout, 1));
			expect(JSON.stringify(await delivered.serialize()).length).toBeLessThan(60);
			expect(delivered.fingerprintOf(`${long}1`)).toBe(fingerprintFor(layout, 1));
			expect(delivered.fingerprintOf(`${long}2`)).toBeUndefined();
		});
	},
);

describe('A fingerprint', () => {
	test('is the same for the same text, another for another', () => {
		const fingerprints = Array.from({ length: 1000 }, (_, n) => fingerprint(`text ${n}`));
		expect(new Set(fingerprints).size).toBe(1000);
		expect(fingerprints).toEqual(fingerprints.map((_, n) => fingerprint(`text ${n}`)));
		expect(new Set(fingerprints.map(({ length }) => length))).toEqual(new Set([5]));
	});

	test.each<Layout>(['idsWithFingerprints', 'separateFingerprints'])(
		'that has changed replaces the earlier one: %s',
		async (layout) => {
			const delivered = new DeliveredRecords(layout);
			delivered.add('person_1', fingerprint('one'));
			delivered.add('person_2', fingerprint('one'));
			delivered.add('person_1', fingerprint('another'));
			const read = await again(layout, delivered);
			expect([1, 2].map((n) => read.fingerprintOf(`person_${n}`))).toEqual([
				fingerprint('another'),
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

	test('that is unknown is empty, and stays so once it is parsed', async () => {
		const delivered = new DeliveredRecords('separateFingerprints');
		delivered.add('asset_1', '');
		delivered.add('asset_2', fingerprint('today'));
		const read = await again('separateFingerprints', delivered);
		expect(['asset_1', 'asset_2'].map((id) => read.fingerprintOf(id))).toEqual(['', fingerprint('today')]);
	});
});

describe('Where version 1.0.0 stored only IDs, and now fingerprints are stored as well', () => {
	test('its text is parsed, without any fingerprint', async () => {
		const delivered = await DeliveredRecords.parse(
			'separateFingerprints',
			await recordsOf('ids', 3).serialize(),
		);
		expect([0, 1, 2, 3].map((n) => delivered.fingerprintOf(`person_${n}`))).toEqual(['', '', '', undefined]);
	});
});
