import { watching } from './watching';

const ADA = { personId: 'ada', name: 'Ada', email: 'ada@acme.com', domain: null, slug: 'ada' };

describe('Person Updated', () => {
	test('names the fields that have changed; of a new person none', async () => {
		await watching('personUpdated', [ADA], { changes: 'createdAndUpdated' }, async (become) => {
			expect(await become({ email: 'ada@b.com', slug: 'a-da' })).toEqual([
				{ ...ADA, email: 'ada@b.com', slug: 'a-da', changedFields: ['email', 'slug'] },
			]);
			expect(await become({ personId: 'new' })).toMatchObject([
				{ personId: 'new', changedFields: [] },
			]);
		});
	});

	test('is not started by other fields than those that are watched, nor by what they were meanwhile', async () => {
		const options = { fieldsToWatch: ['email', 'domain'] };
		await watching('personUpdated', [ADA], options, async (become) => {
			expect(await become({ name: 'Ada Bell', slug: 'x' })).toEqual([]);
			expect(await become({ name: 'Ada', domain: 'b.com' })).toMatchObject([
				{ changedFields: ['domain'] },
			]);
			expect(await become({ slug: 'ada' })).toEqual([]);
		});
	});

	test('Updated Only: who is new, or there from Everything, is remembered, and does not start it', async () => {
		const options = { startFrom: 'everything', changes: 'updatedOnly' };
		await watching('personUpdated', [ADA], options, async (become) => {
			expect(await become({ name: 'B' })).toMatchObject([{ changedFields: ['name'] }]);
			expect(await become({ personId: 'new' })).toEqual([]);
			expect(await become({ name: 'C' })).toMatchObject([
				{ personId: 'new', changedFields: ['name'] },
			]);
		});
	});
});
