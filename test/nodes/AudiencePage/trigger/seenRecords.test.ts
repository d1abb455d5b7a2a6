import { SeenRecords, markOf } from '../../../../nodes/AudiencePage/trigger/seenRecords';

const FIELDS = ['name', 'email'];

/** So many people, who were delivered with these fields watched. */
async function people(count: number, fields = FIELDS): Promise<SeenRecords> {
	const seen = await SeenRecords.from(undefined, fields);
	for (let n = 0; n < count; n++) {
		const record = { name: `Name ${n}`, email: `${n}@acme.com` };
		seen.add(seen.compare(`person_${n}`, record));
	}
	return seen;
}

const again = async (seen: SeenRecords, fields = FIELDS) =>
	await SeenRecords.from(seen.serialize(), fields);

test.each([
	[[], 9],
	[['name'], 13],
	[FIELDS, 17],
])(
	'With %j, a record takes %i characters, which JSON does not escape, before and after they are stored',
	async (fields, length) => {
		// More than are sorted in at once.
		const stored = (await people(6000, fields)).serialize();
		expect(stored.entries).toMatch(/^[A-Za-z0-9+/]*$/);
		expect(stored.entries).toHaveLength(6000 * length);
		expect(stored.fields).toEqual(fields);
		const seen = await SeenRecords.from(stored, fields);
		expect([seen.size, seen.hasChanged]).toEqual([6000, false]);
		expect(seen.serialize()).toBe(stored);
	},
);

test('A record is new once, whatever its ID, and a field has changed once', async () => {
	const seen = await again(await people(1000));
	expect(seen.compare('person_7', { name: 'Name 7', email: '7@acme.com' })).toMatchObject({
		changedFields: [],
	});
	expect(seen.compare('person_7', { name: 'Ada', email: '7@acme.com' }).changedFields).toEqual([
		'name',
	]);
	expect(seen.compare('person_7', { name: 'Name 7', email: null }).changedFields).toEqual([
		'email',
	]);
	const long = 'x'.repeat(10_000);
	for (const id of ['person_1000', `${long}1`, `${long}2`]) {
		const compared = seen.compare(id, { name: 'Ada' });
		expect(compared).toMatchObject({ before: undefined, changedFields: [] });
		seen.add(compared);
		expect(seen.compare(id, { name: 'Ada' }).before).toBe(compared.marks);
	}
	expect(seen.size).toBe(1003);
});

test('A field that a record lacks says nothing, until it has a value, and keeps the last one', async () => {
	const seen = await SeenRecords.from(undefined, ['name']);
	const changedBy = (name: unknown) => {
		const compared = seen.compare('p', { name } as never);
		seen.add(compared);
		return compared.changedFields.length > 0;
	};
	const names = [undefined, undefined, null, 'Ada', undefined, 'Ada', undefined, 'Bea'];
	expect(names.map(changedBy)).toEqual([false, false, false, true, false, false, false, true]);
});

test('Fields that are watched from now on are learned, and the others keep what is known of them', async () => {
	const seen = await again(await people(2), ['slug', 'email', 'name']);
	expect(seen.hasChanged).toBe(true);
	const ada = { email: 'new', slug: 'a', name: 'Ada' };
	const compared = seen.compare('person_1', ada);
	expect(compared.changedFields).toEqual(['email', 'name']);
	expect(compared.marks).not.toBe(compared.before);
	seen.add(compared);
	expect(seen.compare('person_1', { ...ada, slug: 'b' }).changedFields).toEqual(['slug']);
});

test('What is added to stored records stands among them in order, and once', async () => {
	const stored = (await people(100)).serialize();
	const seen = await SeenRecords.from(stored, FIELDS);
	expect(seen.hasChanged).toBe(false);
	for (const id of ['person_7', 'person_100'])
		seen.add(seen.compare(id, { name: 'Ada', email: 'ada@acme.com' }));
	expect([seen.hasChanged, seen.size]).toEqual([true, 101]);
	const { entries } = seen.serialize();
	const keys = Array.from(entries.matchAll(/(.{9}).{8}/g), ([, key]) => key);
	expect(keys).toEqual([...new Set(keys)].sort());
	expect(keys).toHaveLength(101);
});

test('Marks are the same for the same content, whatever the order of its keys', () => {
	expect(markOf({ a: 1, b: 2 })).toBe(markOf({ b: 2, a: 1 }));
	expect(new Set(Array.from({ length: 1000 }, (_, n) => markOf(n))).size).toBe(1000);
});
