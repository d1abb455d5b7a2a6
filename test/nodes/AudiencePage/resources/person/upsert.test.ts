import type { INodeParameters } from 'n8n-workflow';

import { bodies, calls } from '../../../../support/sent';
import {
	addPerson,
	CREATE,
	outcomes,
	pageOf,
	SEARCH,
	update,
	upsert,
	upsertAt,
	useNobody,
	writes,
} from './people';

const { sandbox, people } = useNobody();

const ada = { name: 'Ada Lovelace', email: 'ada@acme.com' };
const everyField = {
	domain: 'acme.com',
	email: 'ada@acme.com',
	linkedinProfileUrl: 'https://www.linkedin.com/in/ada',
	phoneNumber: '+4930123456',
};

test('Nobody matches: the person is created with all that was given', async () => {
	const { email, ...additionalFields } = everyField;
	const { items } = await upsert(sandbox(), { additionalFields });
	const [person] = people();

	expect(calls(sandbox())).toEqual([SEARCH, CREATE]);
	expect(sandbox().requests[0]?.query).toEqual({ query: email, limit: '100' });
	expect(bodies(sandbox())[1]).toEqual({ name: 'Ada Lovelace', ...everyField });
	expect(person).toMatchObject({ name: 'Ada Lovelace', ...everyField });
	expect(items).toEqual([{ json: { ...person, outcome: 'created' }, pairedItem: { item: 0 } }]);
	expect(Object.keys(items[0]?.json ?? {}).slice(0, 2)).toEqual(['personId', 'outcome']);
});

test('Whom the run itself has written is not searched for again', async () => {
	const run = await upsert(sandbox(), {}, { items: [{}, {}, {}] });
	expect(outcomes(run)).toEqual(['created', 'unchanged', 'unchanged']);
	expect(calls(sandbox())).toEqual([SEARCH, CREATE]);
});

describe('One matches', () => {
	test('only what differs is sent, and the person is given as they are now', async () => {
		const person = addPerson(sandbox(), { ...ada, domain: 'old.com', phoneNumber: '+4930123456' });
		const { items } = await upsert(sandbox(), {
			additionalFields: { domain: 'acme.com', phoneNumber: '+4930123456' },
		});
		expect(calls(sandbox())).toEqual([SEARCH, update(person.personId)]);
		expect(bodies(sandbox())[1]).toEqual({ domain: 'acme.com' });
		expect(items).toEqual([
			{ json: { ...person, domain: 'acme.com', outcome: 'updated' }, pairedItem: { item: 0 } },
		]);
	});
});

describe('Several match', () => {
	test('that is an error which names them, and nobody is written', async () => {
		const ids = ['one', 'other'].map((personId) => addPerson(sandbox(), { ...ada, personId }).personId);
		const { error } = await upsert(sandbox());
		expect(error?.message).toContain(`Match Value matches 2 people (${ids.join(', ')})`);
		expect(calls(sandbox())).toEqual([SEARCH]);
	});

	test.each(['search', 'readAll'])(
		'by %s, one person on two pages is one, as they came last',
		async (findBy) => {
			const one = { ...ada, personId: 'the-one' };
			const pages = [
				pageOf([{ ...one, domain: 'old.com' }], 1, 'next'),
				pageOf([{ ...one, domain: 'acme.com' }], 1),
			];
			const changes = { additionalFields: { domain: 'acme.com' }, options: { findBy } };
			const run = await upsertAt(pages, changes);
			expect(outcomes(run)).toEqual(['unchanged']);
			expect(run.requests).toEqual([SEARCH, SEARCH]);
		},
	);
});

test('The value set twice is no contradiction where both are the same address', async () => {
	const run = await upsert(sandbox(), { additionalFields: { email: ' ADA@acme.com' } });
	expect(outcomes(run)).toEqual(['created']);
	expect(writes(sandbox()).map(({ body }) => body)).toEqual([ada]);
});

const byMatchValue = (matchOn: string): INodeParameters => ({
	matchOn,
	matchValue: matchOn === 'email' ? '={{ $json.value }}@acme.com' : '={{ $json.value }}',
	name: '={{ $json.name }}',
	additionalFields: { domain: '={{ $json.domain }}' },
});

describe('A search finds all who contain the value; who has it is the one who is meant', () => {
	beforeEach(() => {
		for (let n = 10; n < 200; n++) addPerson(sandbox(), { name: `Person ${n}` });
	});

	test('Person 1 is not Person 10 to 199', async () => {
		const run = await upsert(sandbox(), { matchOn: 'name', matchValue: 'Person 1' });
		expect(outcomes(run)).toEqual(['created']);
		expect(people().filter(({ name }) => name === 'Person 1')).toHaveLength(1);
	});
});

describe('Find By', () => {
	const items = Array.from({ length: 20 }, (_, n) => ({ value: `+49301${n}`, name: `Person ${n}` }));
	const queries = () =>
		sandbox()
			.requests.filter(({ method }) => method === 'GET')
			.map(({ query }) => query.query && String(query.query).replace('@acme.com', ''));

	beforeEach(() => {
		for (let n = 0; n < 250; n++) addPerson(sandbox(), { name: `Person ${n}`, phoneNumber: `+49301${n}` });
	});

	test('Read All reads the list once a run, all of its pages', async () => {
		const run = await upsert(sandbox(), byMatchValue('phoneNumber'), { items });
		expect(outcomes(run)).toEqual(items.map(() => 'unchanged'));
		expect(calls(sandbox())).toEqual([SEARCH, SEARCH, SEARCH]);
		expect(queries()).toEqual([undefined, undefined, undefined]);
	});

	test.each<[string, INodeParameters, boolean]>([
		['a phone number', byMatchValue('phoneNumber'), false],
		['a LinkedIn profile', byMatchValue('linkedinProfileUrl'), false],
		['an email', byMatchValue('email'), true],
		['a name', byMatchValue('name'), true],
		['a phone number, with Search', { ...byMatchValue('phoneNumber'), options: { findBy: 'search' } }, true],
		['an email, with Read All', { ...byMatchValue('email'), options: { findBy: 'readAll' } }, false],
	])('of %s', async (_what, parameters, searches) => {
		await upsert(sandbox(), parameters, { items: items.slice(0, 2) });
		const values = items.slice(0, 2).map(({ value }) => value);
		expect(new Set(queries())).toEqual(new Set(searches ? values : [undefined]));
	});

	test('each item can have its own', async () => {
		const [one, other] = items;
		const both = [
			{ ...one, findBy: 'readAll' },
			{ ...other, findBy: 'search' },
		];
		const parameters = { ...byMatchValue('phoneNumber'), options: { findBy: '={{ $json.findBy }}' } };
		const run = await upsert(sandbox(), parameters, { items: both });
		expect(outcomes(run)).toEqual(['unchanged', 'unchanged']);
		expect(new Set(queries())).toEqual(new Set([undefined, '+493011']));
	});
});

describe('Overwrite: Only Empty Fields', () => {
	const onlyEmpty = { options: { overwrite: 'onlyEmpty' } };

	test('calls a person who was there unchanged, not created, after a lost answer', async () => {
		const found = { ...ada, name: 'Ada King', personId: 'the-one' };
		const answers = [pageOf([]), { status: 504 }, pageOf([found])];
		const { json } = await upsertAt(answers, onlyEmpty);
		expect(json).toMatchObject([{ outcome: 'unchanged', name: 'Ada King' }]);
	});
});
