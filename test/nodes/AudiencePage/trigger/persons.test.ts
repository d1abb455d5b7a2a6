import type { INodeParameters } from 'n8n-workflow';

import type { Person } from '../../../service/records';
import { defaultSettings } from '../../../service/settings';
import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { calls, queries } from '../../../support/sent';
import { useSandbox } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

const sandbox = useSandbox({ sizes: { persons: 60 } });
afterEach(() => Object.assign(sandbox().settings, defaultSettings()));

const people = () => sandbox().store.persons;
const aPerson = (index = 0) => nth(people().all(), index);

let added = 0;

/** One more person, who is found by this name. */
const addPerson = (name: string): Person =>
	people().add({ ...aPerson(), personId: `person_${++added}`, name, email: `${added}@acme.com` });

const watching = async (parameters: INodeParameters) => await published(sandbox(), parameters);

describe.each(['personCreated', 'personUpdated'])('%s', (event) => {
	test('those who match the search text, and no others', async () => {
		const query = 'Zoë & Sons #1+2';
		const trigger = await watching({ event, filters: { query } });
		const found = addPerson(`Of ${query}`);
		addPerson('Somebody else');
		expect(await trigger.poll()).toEqual([found]);
		expect(sandbox().requests.map((request) => request.query)).toEqual([{ query, limit: '100' }]);
	});

	test('the search text goes with every page', async () => {
		// The limit is refused: pages are as long as the service likes.
		Object.assign(sandbox().settings, { maxLimit: 20, defaultLimit: 20 });
		const parameters = { event, filters: { query: 'a' }, startFrom: 'everything' };
		const json = await new Trigger(sandbox(), parameters).activate();
		expect(queries(sandbox()).slice(0, 3)).toEqual(['query=a&limit=100', 'query=a', 'query=a&cursor=…']);
		expect(sandbox().requests.every((request) => request.query.query === 'a')).toBe(true);
		expect(json.length).toBeGreaterThan(20);
	});

	test('a search text that is empty is none', async () => {
		const trigger = await watching({ event, filters: { query: '={{ "" }}' } });
		const found = addPerson('Anybody');
		expect(await trigger.poll()).toEqual([found]);
		expect(queries(sandbox())).toEqual(['limit=100']);
	});

	test('an expression gives the search text', async () => {
		const trigger = await watching({ event, filters: { query: '={{ "Ex" + "press" }}' } });
		const found = addPerson('Express');
		expect(await trigger.poll()).toEqual([found]);
	});
});

describe('Person Created', () => {
	test('a person who changes is not new', async () => {
		const trigger = await watching({ event: 'personCreated', options: { fullReadEvery: 1 } });
		Object.assign(aPerson(), { name: 'Another name', updatedAt: '+19' });
		expect(await trigger.poll()).toEqual([]);
	});

	test('a person who begins to match the search text is, once', async () => {
		const trigger = await watching({ event: 'personCreated', filters: { query: 'Quentin' } });
		Object.assign(aPerson(1), { name: 'Quentin' });
		expect(await trigger.poll()).toEqual([aPerson(1)]);
		Object.assign(aPerson(1), { name: 'No more' });
		expect(await trigger.poll()).toEqual([]);
		Object.assign(aPerson(1), { name: 'Quentin' });
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('Person Created or Updated', () => {
	/** Every poll looks at all. */
	const always = { event: 'personUpdated', options: { fullReadEvery: 1 } };

	test.each<[keyof Person, string | null]>([
		['name', 'New Name'],
		['email', 'new@acme.com'],
		['email', null],
		['domain', 'new.example'],
		['domain', null],
		['slug', 'new-slug'],
		['phoneNumber', '+4930123456'],
		['phoneNumber', null],
		['linkedinProfileUrl', 'https://linkedin.example/new'],
		['linkedinProfileUrl', null],
	])('a new %s is told, once: %j', async (field, value) => {
		const person = Object.assign(aPerson(2), {
			name: 'Name',
			email: 'a@acme.com',
			domain: 'acme.com',
			slug: 'name',
			phoneNumber: '+491',
			linkedinProfileUrl: 'https://linkedin.example/a',
		});
		const trigger = await watching(always);
		Object.assign(person, { [field]: value });
		expect(await trigger.poll()).toEqual([person]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('what was changed back before the poll was not changed', async () => {
		const trigger = await watching(always);
		const { name } = aPerson(3);
		Object.assign(aPerson(3), { name: 'For a moment' });
		Object.assign(aPerson(3), { name });
		expect(await trigger.poll()).toEqual([]);
	});

	test('what is changed back after the poll is changed again', async () => {
		const trigger = await watching(always);
		const { name } = aPerson(3);
		for (const changed of ['For a poll', name]) {
			Object.assign(aPerson(3), { name: changed });
			expect((await trigger.poll()).map((person) => person.name)).toEqual([changed]);
		}
	});

	test.each([
		['another time of change', { updatedAt: '+19' }],
		['another time of creation', { createdAt: '+19' }],
		['a field that the interface does not show', { lastSeenAt: '+19' }],
	])('%s alone is not told', async (_what, change) => {
		const trigger = await watching(always);
		Object.assign(aPerson(4), change);
		expect(await trigger.poll()).toEqual([]);
	});

	test('a field that is missing is as good as one that is null', async () => {
		const person = Object.assign(aPerson(5), { domain: null });
		const trigger = await watching(always);
		Object.assign(person, { domain: undefined });
		expect(await trigger.poll()).toEqual([]);
		Object.assign(person, { domain: null });
		expect(await trigger.poll()).toEqual([]);
	});

	test('new and changed people come in one batch, in the order of the list', async () => {
		const trigger = await watching(always);
		const found = addPerson('New one');
		Object.assign(aPerson(6), { name: 'Another name' });
		expect(await trigger.poll()).toEqual([aPerson(6), found]);
	});

	test('a change that the first page shows is told by the next poll, one beyond it by a full read', async () => {
		// As the first page does not: it has 20 of 60 people.
		Object.assign(sandbox().settings, { maxLimit: 20, defaultLimit: 20 });
		const trigger = await watching({ event: 'personUpdated', options: { fullReadEvery: 3 } });
		Object.assign(aPerson(19), { name: 'On the first page' });
		Object.assign(aPerson(20), { name: 'On the second page' });
		const names = async () => (await trigger.poll()).map(({ name }) => name);
		expect(await names()).toEqual(['On the first page']);
		expect(await names()).toEqual([]);
		expect(await names()).toEqual(['On the second page']);
		expect(calls(sandbox()).length).toBeGreaterThan(3);
	});
});
