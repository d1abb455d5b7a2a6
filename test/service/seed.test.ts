/** What a sandbox starts with. */
import { operations } from './judge';
import type { Person } from './records';
import { knownIds, startWithClient, type ListBody } from './testClient';

describe('what a sandbox starts with', () => {
	const everything = async (options: { seed?: number }): Promise<unknown[]> => {
		const sandbox = await startWithClient(options);
		const bodies: unknown[] = [];
		for (const { operationId, path, method } of operations) {
			if (method !== 'GET') continue;
			bodies.push((await sandbox.call<unknown>(operationId, knownIds(sandbox, path))).body);
		}
		await sandbox.close();
		return bodies;
	};

	it('is the same for the same seed, and different for another', async () => {
		const first = await everything({});
		expect(await everything({ seed: 1 })).toEqual(first);
		expect(await everything({ seed: 2 })).not.toEqual(first);
	});

	it('has names that people recognise', async () => {
		const service = await startWithClient();
		expect(service.store.persons.all()[0]).toMatchObject({
			name: 'Ada Lovelace',
			email: 'ada.lovelace@acme.example',
			domain: 'acme.example',
		});
		expect(service.store.pages.all()[0]).toMatchObject({ name: 'Acme pricing page' });
		await service.close();
	});

	it('fits the document wherever one looks', async () => {
		const sizes = { persons: 300, accounts: 60, pages: 30, audiences: 10, assets: 30, pageLinks: 60 };
		const sandbox = await startWithClient({ sizes });
		const statuses: number[] = [];
		const get = async (operationId: string, ids: string[], query?: object) =>
			statuses.push((await sandbox.call(operationId, ids, query)).status);
		await get('searchPersons', [], { limit: 1000 });
		await get('searchPages', [], { limit: 1000 });
		await get('listTrashedAssets', [], { limit: 1000 });
		await get('listPageLinks', [], { limit: 1000 });
		for (const { accountId } of sandbox.store.accounts.all()) {
			await get('listAccountLogs', [accountId], { includeDeleted: 'true' });
			statuses.push((await sandbox.call('updateAccount', [accountId], { name: 'Acme' })).status);
		}
		for (const { pageId } of sandbox.store.pages.all()) {
			await get('listAudiences', [pageId]);
			await get('listAudienceAnalytics', [pageId]);
			const { audienceId } = sandbox.store.audiences.of(pageId).all()[1]!;
			await get('listAudienceMessages', [pageId, audienceId]);
		}
		await sandbox.close();
		expect(statuses).toHaveLength(4 + 60 * 2 + 30 * 3);
		expect(new Set(statuses)).toEqual(new Set([200]));
	});

	it('can be nothing at all', async () => {
		const names = ['accounts', 'persons', 'pages', 'assets', 'pageLinks', 'topics'];
		const empty = await startWithClient({ sizes: Object.fromEntries(names.map((name) => [name, 0])) });
		for (const operationId of ['searchPersons', 'searchPages', 'listTrashedAssets', 'listPageLinks']) {
			expect(await empty.call(operationId, [])).toEqual({
				status: 200,
				body: { hasMore: false, items: [], nextCursor: null, totalCount: 0 },
			});
		}
		await empty.close();
	});

	it('can be 100,000 persons, each with an id and an email of their own', async () => {
		const sandbox = await startWithClient({ sizes: { persons: 100_000 } });
		const persons = sandbox.store.persons.all();
		expect(new Set(persons.map(({ personId }) => personId)).size).toBe(100_000);
		expect(new Set(persons.map(({ slug }) => slug)).size).toBe(100_000);
		const emails = persons.flatMap(({ email }) => email ?? []);
		expect(new Set(emails).size).toBe(emails.length);

		const { email } = persons[99_999]!;
		const { body } = await sandbox.call<ListBody<Person>>('searchPersons', [], { query: email });
		expect(body).toEqual({ hasMore: false, items: [persons[99_999]], nextCursor: null, totalCount: 1 });
		const { personId } = persons[50_000]!;
		expect((await sandbox.call<ListBody<unknown>>('listPersonLogs', [personId])).body.totalCount).toBe(2);
		await sandbox.close();
	});
});
