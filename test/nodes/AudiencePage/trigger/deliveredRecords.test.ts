import { DeliveredRecords, markOf } from '../../../../nodes/AudiencePage/trigger/deliveredRecords';

const FIELDS = ['name', 'email'];

/** So many people, who were delivered with these fields watched. */
function people(count: number, fields = FIELDS): DeliveredRecords {
	const delivered = new DeliveredRecords(fields);
	for (let n = 0; n < count; n++) {
		const { key, marks } = delivered.compare(`person_${n}`, {
			name: `Name ${n}`,
			email: `${n}@acme.com`,
		});
		delivered.add(key, marks);
	}
	return delivered;
}

const again = async (delivered: DeliveredRecords, fields = FIELDS) =>
	await DeliveredRecords.parse(await delivered.serialize(), fields);

test.each([
	[[], 9],
	[['name'], 13],
	[FIELDS, 17],
])(
	'With %j, a record takes %i characters, which JSON does not escape, before and after they are parsed',
	async (fields, length) => {
		const { entries, ...rest } = await people(1000, fields).serialize();
		expect(entries).toMatch(new RegExp(`^[A-Za-z0-9+/]{${1000 * length}}$`));
		expect(rest).toEqual({ fields });
		const parsed = await DeliveredRecords.parse({ entries, ...rest }, fields);
		expect(await parsed.serialize()).toEqual({ entries, ...rest });
	},
);

test('A record is new once, whatever its ID, and a field has changed once', async () => {
	const delivered = await again(people(1000));
	expect(delivered.compare('person_7', { name: 'Name 7', email: '7@acme.com' })).toMatchObject({
		changedFields: [],
	});
	expect(delivered.compare('person_7', { name: 'Ada', email: '7@acme.com' }).changedFields).toEqual(
		['name'],
	);
	expect(delivered.compare('person_7', { name: 'Name 7', email: null }).changedFields).toEqual([
		'email',
	]);
	const long = 'x'.repeat(10_000);
	for (const id of ['person_1000', `${long}1`, `${long}2`]) {
		const { key, marks, before, changedFields } = delivered.compare(id, { name: 'Ada' });
		expect({ before, changedFields }).toEqual({ before: undefined, changedFields: [] });
		delivered.add(key, marks);
		expect(delivered.compare(id, { name: 'Ada' }).before).toBe(marks);
	}
});

test('A field that a record lacks says nothing, until it has a value, and keeps the last one', () => {
	const delivered = new DeliveredRecords(['name']);
	const changedBy = (name: unknown) => {
		const { key, marks, changedFields } = delivered.compare('p', { name } as never);
		delivered.add(key, marks);
		return changedFields.length > 0;
	};
	const names = [undefined, undefined, null, 'Ada', undefined, 'Ada', undefined, 'Bea'];
	expect(names.map(changedBy)).toEqual([false, false, false, true, false, false, false, true]);
});

test('Fields that are watched from now on are learned, and the others keep what is known of them', async () => {
	const delivered = await again(people(2), ['slug', 'email', 'name']);
	expect(delivered.hasChanged).toBe(true);
	const ada = { email: 'new', slug: 'a', name: 'Ada' };
	const { key, marks, before, changedFields } = delivered.compare('person_1', ada);
	expect(changedFields).toEqual(['email', 'name']);
	expect(marks).not.toBe(before);
	delivered.add(key, marks);
	expect(delivered.compare('person_1', { ...ada, slug: 'b' }).changedFields).toEqual(['slug']);
});

test('They have changed from what was parsed until they are serialized', async () => {
	expect(people(0).hasChanged).toBe(false);
	const delivered = await again(people(2));
	expect(delivered.hasChanged).toBe(false);
	delivered.add('key of 9.', 'mark'.repeat(2));
	expect(delivered.hasChanged).toBe(true);
	await delivered.serialize();
	expect(delivered.hasChanged).toBe(false);
});

test('Marks are the same for the same content, whatever the order of its keys', () => {
	expect(markOf({ a: 1, b: 2 })).toBe(markOf({ b: 2, a: 1 }));
	expect(new Set(Array.from({ length: 1000 }, (_, n) => markOf(n))).size).toBe(1000);
});
