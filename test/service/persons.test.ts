/** Persons: creating, updating, searching, their logs, and the paging that all lists share. */
import type { Person, PersonLog } from './records';
import { startWithClient, type ListBody, type TestClient } from './testClient';

const START = Date.UTC(2026, 0, 5, 7);
let now: number;
let service: TestClient;
beforeEach(async () => {
	now = START;
	service = await startWithClient({ now: () => now });
});
afterEach(() => service.close());

const search = async (query?: object) =>
	(await service.call<ListBody<Person>>('searchPersons', [], query)).body;
const create = async (input: object) => (await service.call<Person>('createPerson', [], input)).body;

describe('creating a person', () => {
	it('answers the person, with null for what was not given, and the search finds it', async () => {
		const reply = await service.call<Person>('createPerson', [], { name: 'Zoë Quill' });
		expect(reply).toEqual({
			status: 201,
			body: {
				personId: expect.stringMatching(/^person_[a-z0-9]{26}$/),
				name: 'Zoë Quill',
				email: null,
				domain: null,
				slug: expect.stringMatching(/^zo-quill-\d+$/),
				phoneNumber: null,
				linkedinProfileUrl: null,
				createdAt: `+${START}`,
				updatedAt: `+${START}`,
			},
		});
		expect((await search({ query: 'zoë' })).items).toEqual([reply.body]);
	});

	it('takes every field, and makes another person of the same email', async () => {
		const fields = {
			email: 'same@acme.example',
			domain: 'acme.example',
			phoneNumber: '+4930123456',
			linkedinProfileUrl: 'https://www.linkedin.com/in/same',
		};
		const first = await create({ name: 'First', ...fields });
		const second = await create({ name: 'Second', ...fields });
		expect(first).toMatchObject(fields);
		expect(second.personId).not.toBe(first.personId);
		expect((await search({ query: 'same@acme.example' })).totalCount).toBe(2);
	});
});

describe('updating a person', () => {
	it('sets what is given, null too, and leaves the rest', async () => {
		const before = { ...service.store.persons.all()[0]! };
		const changes = { email: null, domain: 'new.example', phoneNumber: null };
		const { status, body } = await service.call('updatePerson', [before.personId], changes);
		expect(status).toBe(200);
		expect(body).toEqual({ ...before, ...changes, updatedAt: `+${START}` });
		expect((await search({ query: 'new.example' })).items).toEqual([body]);
	});
});

describe('searching persons', () => {
	it.each([
		['LOVELACE', 'name'],
		['ada.lovelace@acme', 'email'],
		['+15550000000', 'phoneNumber'],
		['in/ada-lovelace', 'linkedinProfileUrl'],
	])('finds %s in the %s', async (query) => {
		expect((await search({ query })).items.map(({ name }) => name)).toEqual(['Ada Lovelace']);
	});

	it('finds everybody without a query, nobody for nonsense', async () => {
		expect((await search()).totalCount).toBe(60);
		expect((await search({ query: '' })).totalCount).toBe(60);
		expect(await search({ query: 'no such person' })).toEqual({
			hasMore: false,
			items: [],
			nextCursor: null,
			totalCount: 0,
		});
	});

	it('covers only names and emails on command', async () => {
		service.settings.searchCovers = 'namesAndEmails';
		expect((await search({ query: '+15550000000' })).items).toEqual([]);
		expect((await search({ query: 'linkedin' })).items).toEqual([]);
		expect((await search({ query: 'ada.lovelace@acme' })).totalCount).toBe(1);
		expect((await search({ query: 'Ada Love' })).totalCount).toBe(1);
	});

	it('sees a new person only after a while, on command', async () => {
		service.settings.searchDelayMs = 5000;
		const { personId } = await create({ name: 'Late Comer' });
		expect((await search({ query: 'late comer' })).totalCount).toBe(0);
		expect((await search()).totalCount).toBe(60);
		now += 4999;
		expect((await search({ query: 'late comer' })).totalCount).toBe(0);
		now += 1;
		expect((await search({ query: 'late comer' })).items.map((person) => person.personId)).toEqual([
			personId,
		]);
	});
});

describe('paging', () => {
	const pages = async (query: object): Promise<Array<ListBody<Person>>> => {
		const read: Array<ListBody<Person>> = [];
		for (let cursor: string | null | undefined; cursor !== null; cursor = read.at(-1)!.nextCursor) {
			read.push(await search(cursor === undefined ? query : { ...query, cursor }));
		}
		return read;
	};

	it('gives each record once, and the last page has no cursor', async () => {
		const read = await pages({ limit: 25 });
		expect(read.map(({ items }) => items.length)).toEqual([25, 25, 10]);
		expect(read.map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
		expect(read.map(({ totalCount }) => totalCount)).toEqual([60, 60, 60]);
		expect(read.flatMap(({ items }) => items)).toEqual(service.store.persons.all());
	});

	it('has no empty last page', async () => {
		expect((await pages({ limit: 30 })).map(({ items }) => items.length)).toEqual([30, 30]);
		expect((await pages({ limit: 60 })).map(({ items }) => items.length)).toEqual([60]);
	});

	it('keeps to the query', async () => {
		const read = await pages({ limit: 2, query: 'acme.example' });
		expect(read.flatMap(({ items }) => items).every((person) => person.email?.includes('acme.example'))).toBe(
			true,
		);
		expect(read.length).toBeGreaterThan(1);
	});

	it('has a default and a maximum for the limit, which can be set', async () => {
		service.settings.defaultLimit = 7;
		service.settings.maxLimit = 10;
		expect((await search()).items).toHaveLength(7);
		expect((await search({ limit: 10 })).items).toHaveLength(10);
		const reply = await service.call('searchPersons', [], { limit: 11 });
		expect(reply).toEqual({ status: 400, body: { message: 'limit must be a whole number from 1 to 10' } });
	});

	it.each([0, -1, 1.5])('refuses a limit of %d', async (limit) => {
		expect((await service.call('searchPersons', [], { limit })).status).toBe(400);
	});
});

describe('person logs', () => {
	it('come without the deleted ones, unless asked for', async () => {
		const { personId } = service.store.persons.all()[0]!;
		const list = async (query?: object) =>
			(await service.call<ListBody<PersonLog>>('listPersonLogs', [personId], query)).body.items;
		const all = service.store.personLogs.of(personId).all();
		expect(await list({ includeDeleted: 'true' })).toEqual(all);
		expect(await list()).toEqual(all.filter(({ deletedAt }) => deletedAt === null));
		expect(await list()).toHaveLength(2);
	});

	it('of a person just created are none', async () => {
		const { personId } = await create({ name: 'New' });
		expect((await service.call<ListBody<PersonLog>>('listPersonLogs', [personId])).body.totalCount).toBe(0);
	});
});
