import { DeliveredRecords, fingerprint } from '../../../../nodes/AudiencePage/trigger/deliveredRecords';

const MANY = 5000;

/** With the characters that each record takes: 100,000 of them take 0.9 or 1.4 MB. */
const STORED: Array<[string, boolean, number]> = [
	['IDs alone', false, 9],
	['IDs with fingerprints', true, 14],
];

const fingerprintFor = (hasFingerprints: boolean, n: number): string =>
	hasFingerprints ? fingerprint(`name ${n}`) : '';
const recordsOf = (hasFingerprints: boolean, count: number): DeliveredRecords => {
	const delivered = new DeliveredRecords(hasFingerprints);
	for (let n = 0; n < count; n++) delivered.add(`person_${n}`, fingerprintFor(hasFingerprints, n));
	return delivered;
};
const again = async (hasFingerprints: boolean, delivered: DeliveredRecords): Promise<DeliveredRecords> =>
	await DeliveredRecords.parse(hasFingerprints, await delivered.serialize());

describe.each(STORED)('Delivered records stored as %s', (_what, hasFingerprints, characters) => {
	test('are none at first, and an empty text', async () => {
		const none = new DeliveredRecords(hasFingerprints);
		expect(await none.serialize()).toMatchObject({ entries: '' });
		expect((await again(hasFingerprints, none)).fingerprintOf('person_0')).toBeUndefined();
	});

	test('are those that were added, and no others, once they are parsed', async () => {
		const delivered = await again(hasFingerprints, recordsOf(hasFingerprints, MANY));
		const known = Array.from({ length: MANY }, (_, n) => delivered.fingerprintOf(`person_${n}`));
		expect(known).toEqual(known.map((_, n) => fingerprintFor(hasFingerprints, n)));
		const strangers = Array.from({ length: 1000 }, (_, n) => delivered.fingerprintOf(`stranger_${n}`));
		expect(strangers).toEqual(Array(1000).fill(undefined));
	});

	test(`take ${characters} characters each, none of which JSON escapes, and the same once they are parsed`, async () => {
		const text = await recordsOf(hasFingerprints, MANY).serialize();
		const all = Object.values(text).join('');
		expect(all).toMatch(/^[A-Za-z0-9+/]+$/);
		expect(all).toHaveLength(characters * MANY);
		expect(await (await DeliveredRecords.parse(hasFingerprints, text)).serialize()).toEqual(text);
	});

	test('take more once they are parsed, and have changed until they are serialized', async () => {
		const delivered = await again(hasFingerprints, recordsOf(hasFingerprints, 3));
		expect(delivered.hasChanged).toBe(false);
		delivered.add('person_3', fingerprintFor(hasFingerprints, 3));
		expect(delivered.hasChanged).toBe(true);
		const later = await again(hasFingerprints, delivered);
		expect(delivered.hasChanged).toBe(false);
		expect([0, 1, 2, 3, 4].map((n) => later.fingerprintOf(`person_${n}`))).toEqual([
			...[0, 1, 2, 3].map((n) => fingerprintFor(hasFingerprints, n)),
			undefined,
		]);
	});

	test('tell long IDs apart that differ at their end', () => {
		const delivered = new DeliveredRecords(hasFingerprints);
		const long = 'x'.repeat(10_000);
		delivered.add(`${long}1`, fingerprintFor(hasFingerprints, 1));
		expect(delivered.fingerprintOf(`${long}1`)).toBe(fingerprintFor(hasFingerprints, 1));
		expect(delivered.fingerprintOf(`${long}2`)).toBeUndefined();
	});
});

describe('A fingerprint', () => {
	test('is the same for the same text, another for another', () => {
		const fingerprints = Array.from({ length: 1000 }, (_, n) => fingerprint(`text ${n}`));
		expect(new Set(fingerprints).size).toBe(1000);
		expect(fingerprints).toEqual(fingerprints.map((_, n) => fingerprint(`text ${n}`)));
	});

	test('that has changed replaces the earlier one, and one that is unknown is empty', async () => {
		const delivered = new DeliveredRecords(true);
		delivered.add('person_1', fingerprint('one'));
		delivered.add('person_2', '');
		delivered.add('person_3', fingerprint('one'));
		delivered.add('person_1', fingerprint('another'));
		const read = await again(true, delivered);
		expect([1, 2, 3].map((n) => read.fingerprintOf(`person_${n}`))).toEqual([
			fingerprint('another'),
			'',
			fingerprint('one'),
		]);
	});

	test('is not stored where changes do not count', async () => {
		const delivered = new DeliveredRecords(false);
		delivered.add('person_1', fingerprint('one'));
		expect(delivered.fingerprintOf('person_1')).toBe('');
		expect((await delivered.serialize()).entries).toHaveLength(9);
	});
});
