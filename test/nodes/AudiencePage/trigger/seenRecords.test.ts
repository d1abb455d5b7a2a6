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

test.each([
	[[], 9],
	[['name'], 13],
	[FIELDS, 17],
])(
	'With %j, a record takes %i characters, which JSON does not escape, before and after they are stored',
	async (fields, length) => {
		const stored = (await people(100, fields)).serialize();
		expect(stored.entries).toMatch(/^[A-Za-z0-9+/]*$/);
		expect(stored.entries).toHaveLength(100 * length);
		expect(stored.fields).toEqual(fields);
		const seen = await SeenRecords.from(stored, fields);
		expect([seen.size, seen.hasChanged]).toEqual([100, false]);
		expect(seen.serialize()).toEqual(stored);
	},
);

test('Stored records are known again by their IDs, and their changes by their fields', async () => {
	const seen = await SeenRecords.from((await people(100)).serialize(), FIELDS);
	const same = seen.compare('person_7', { name: 'Name 7', email: '7@acme.com' });
	expect(same.changedFields).toEqual([]);
	expect(same.marks).toBe(same.before);
	const renamed = seen.compare('person_7', { name: 'Ada', email: '7@acme.com' });
	expect(renamed.changedFields).toEqual(['name']);
	expect(seen.compare('person_100', { name: 'Ada' }).before).toBeUndefined();

	seen.add(renamed);
	expect([seen.hasChanged, seen.size]).toEqual([true, 100]);
	expect(seen.compare('person_7', { name: 'Ada' }).changedFields).toEqual([]);
});

test('A field that a record lacks says nothing, until it has a value, and keeps the last one', async () => {
	const seen = await SeenRecords.from(undefined, ['name']);
	const isChangedBy = (name: unknown) => {
		const compared = seen.compare('p', { name } as never);
		seen.add(compared);
		return compared.changedFields.length > 0;
	};
	const names = [undefined, undefined, null, 'Ada', undefined, 'Ada', undefined, 'Bea'];
	const expected = [false, false, false, true, false, false, false, true];
	expect(names.map(isChangedBy)).toEqual(expected);
});

test('Fields that are watched from now on are learned, and the others keep what is known of them', async () => {
	const stored = (await people(2)).serialize();
	const seen = await SeenRecords.from(stored, ['slug', 'email', 'name']);
	expect(seen.hasChanged).toBe(true);
	const ada = { email: 'new', slug: 'a', name: 'Ada' };
	const compared = seen.compare('person_1', ada);
	expect(compared.changedFields).toEqual(['email', 'name']);
	expect(compared.marks).not.toBe(compared.before);
	seen.add(compared);
	expect(seen.compare('person_1', { ...ada, slug: 'b' }).changedFields).toEqual(['slug']);
});

test('Marks are the same for the same content, whatever the order of its keys', () => {
	expect(markOf({ a: 1, b: 2 })).toBe(markOf({ b: 2, a: 1 }));
	expect(new Set(Array.from({ length: 1000 }, (_, n) => markOf(n))).size).toBe(1000);
});
