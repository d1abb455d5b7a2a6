import {
	fingerprint,
	DeliveredRecords,
	type Layout,
} from '../../../../nodes/AudiencePage/trigger/deliveredRecords';

const MANY = 1000;

const memoryOf = (layout: Layout, count: number): DeliveredRecords => {
	const memory = new DeliveredRecords(layout);
	for (let n = 0; n < count; n++) memory.add(`person_${n}`, markFor(layout, n));
	return memory;
};
const markFor = (layout: Layout, n: number): string => (layout === 'ids' ? '' : fingerprint(`name ${n}`));
const again = async (layout: Layout, memory: DeliveredRecords): Promise<DeliveredRecords> =>
	await DeliveredRecords.read(layout, await memory.write());

describe.each<Layout>(['ids', 'idsWithMarks', 'marksApart'])('A memory of %s', (layout) => {
	test('begins with nothing, and is written as nothing', async () => {
		expect(new DeliveredRecords(layout).fingerprintOf('person_0')).toBeUndefined();
		expect(await new DeliveredRecords(layout).write()).toMatchObject({ delivered: '' });
		expect((await again(layout, new DeliveredRecords(layout))).fingerprintOf('person_0')).toBeUndefined();
	});

	test('knows all that it was told, and nothing else, when it is read again', async () => {
		const memory = await again(layout, memoryOf(layout, MANY));
		const known = Array.from({ length: MANY }, (_, n) => memory.fingerprintOf(`person_${n}`));
		expect(known).toEqual(known.map((_, n) => markFor(layout, n)));
		const strangers = Array.from({ length: 1000 }, (_, n) => memory.fingerprintOf(`stranger_${n}`));
		expect(strangers).toEqual(Array(1000).fill(undefined));
	});

	test('is written in characters that JSON leaves as they are, and alike when it is read again', async () => {
		const text = await memoryOf(layout, MANY).write();
		expect(Object.values(text).join('')).toMatch(/^[A-Za-z0-9+/]+$/);
		expect(await (await DeliveredRecords.read(layout, text)).write()).toEqual(text);
	});

	test('goes on with what is told later', async () => {
		const memory = await again(layout, memoryOf(layout, 3));
		memory.add('person_3', markFor(layout, 3));
		const later = await again(layout, memory);
		expect([0, 1, 2, 3, 4].map((n) => later.fingerprintOf(`person_${n}`))).toEqual([
			...[0, 1, 2, 3].map((n) => markFor(layout, n)),
			undefined,
		]);
	});

	test('takes what it is told twice once', async () => {
		const memory = memoryOf(layout, 2);
		const text = await memory.write();
		memory.add('person_1', markFor(layout, 1));
		expect(await memory.write()).toEqual(text);
	});

	test('has changed when it is told something, until it is written', async () => {
		const memory = await again(layout, memoryOf(layout, 2));
		expect(memory.hasChanged).toBe(false);
		memory.add('person_2', markFor(layout, 2));
		expect(memory.hasChanged).toBe(true);
		await memory.write();
		expect(memory.hasChanged).toBe(false);
	});

	test('needs as little for long IDs, and tells those apart that differ at their end', async () => {
		const memory = new DeliveredRecords(layout);
		const long = 'x'.repeat(10_000);
		memory.add(`${long}1`, markFor(layout, 1));
		expect(JSON.stringify(await memory.write()).length).toBeLessThan(60);
		expect(memory.fingerprintOf(`${long}1`)).toBe(markFor(layout, 1));
		expect(memory.fingerprintOf(`${long}2`)).toBeUndefined();
	});
});

describe('A mark', () => {
	test('is the same for the same text, another for another', () => {
		const marks = Array.from({ length: 1000 }, (_, n) => fingerprint(`text ${n}`));
		expect(new Set(marks).size).toBe(1000);
		expect(marks).toEqual(marks.map((_, n) => fingerprint(`text ${n}`)));
		expect(new Set(marks.map(({ length }) => length))).toEqual(new Set([5]));
	});

	test.each<Layout>(['idsWithMarks', 'marksApart'])(
		'that has changed takes the place of the earlier one: %s',
		async (layout) => {
			const memory = new DeliveredRecords(layout);
			memory.add('person_1', fingerprint('one'));
			memory.add('person_2', fingerprint('one'));
			memory.add('person_1', fingerprint('another'));
			const read = await again(layout, memory);
			expect([1, 2].map((n) => read.fingerprintOf(`person_${n}`))).toEqual([
				fingerprint('another'),
				fingerprint('one'),
			]);
		},
	);

	test('does not count where changes do not', async () => {
		const memory = new DeliveredRecords('ids');
		memory.add('person_1', fingerprint('one'));
		expect(memory.fingerprintOf('person_1')).toBe('');
		expect((await memory.write()).delivered).toHaveLength(9);
	});

	test('that is not known yet is empty, also when it is read again', async () => {
		const memory = new DeliveredRecords('marksApart');
		memory.add('asset_1', '');
		memory.add('asset_2', fingerprint('today'));
		const read = await again('marksApart', memory);
		expect(['asset_1', 'asset_2'].map((id) => read.fingerprintOf(id))).toEqual(['', fingerprint('today')]);
	});
});

describe('Where version 1.0.0 kept IDs alone, and now marks are kept as well', () => {
	test('its text is read, without any mark', async () => {
		const memory = await DeliveredRecords.read('marksApart', await memoryOf('ids', 3).write());
		expect([0, 1, 2, 3].map((n) => memory.fingerprintOf(`person_${n}`))).toEqual(['', '', '', undefined]);
	});

	test('it can read the IDs as before', async () => {
		const { delivered } = await memoryOf('marksApart', 3).write();
		expect(delivered).toBe((await memoryOf('ids', 3).write()).delivered);
	});
});
