/** Create or Update: how people are found, whatever the service's search is like. */
import type { INodeParameters } from 'n8n-workflow';

import type { Settings } from '../../../../service/settings';
import { calls } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';
import { addPerson, CREATE, outcomes, SEARCH, upsert, writes } from './upserting';

const sandbox = useSandbox({ sizes: { persons: 0 } });

const people = () => sandbox().store.persons.all();
const usual: Partial<Settings> = { searchCovers: 'all', searchDelayMs: 0, maxLimit: 1000, defaultLimit: 25 };

beforeEach(() => {
	for (const { personId } of [...people()]) sandbox().store.persons.remove(personId);
	Object.assign(sandbox().settings, usual);
	sandbox().settings.faults.latencyMs = 0;
});

/** A list is read with a limit and, where that is refused, without. */
const REFUSED_LIST = { times: 2 };

const byMatchValue = (matchOn: string): INodeParameters => ({
	matchOn,
	matchValue: '={{ $json.value }}',
	name: '={{ $json.name }}',
	additionalFields: { domain: '={{ $json.domain }}' },
});

/** 60 rows about 7 people, whose values are written a little differently where that makes no difference. */
const rowsOf = (valueOf: (person: number) => string) =>
	Array.from({ length: 60 }, (_, row) => {
		const person = row % 7;
		const value = row % 2 === 0 ? valueOf(person) : ` ${valueOf(person)} `;
		return { value, name: `Person ${person}`, domain: `row-${row}.example` };
	});

const emailOf = (person: number) => `person-${person}@acme.com`;
const phoneOf = (person: number) => `+4930${person}`;

describe('60 rows about 7 people at once make 7 people', () => {
	test.each<[string, Partial<Settings>]>([
		['a search of all fields', {}],
		['a search of names and emails', { searchCovers: 'namesAndEmails' }],
		['a search that is late by more than the run', { searchDelayMs: Infinity }],
	])('with %s', async (_what, settings) => {
		Object.assign(sandbox().settings, settings);
		sandbox().settings.faults.latencyMs = [0, 10];
		for (const [matchOn, valueOf] of [
			['email', emailOf],
			['phoneNumber', phoneOf],
		] as const) {
			const before = people().length;
			const items = rowsOf(valueOf);
			const run = await upsert(sandbox(), byMatchValue(matchOn), { items });

			expect(run.error).toBeUndefined();
			expect(outcomes(run)).toEqual(items.map((_row, index) => (index < 7 ? 'created' : 'updated')));
			const made = people().slice(before);
			expect(made.map((person) => person[matchOn]).sort()).toEqual([0, 1, 2, 3, 4, 5, 6].map(valueOf));
			// The last row about a person has the last word.
			expect(new Set(made.map(({ domain }) => domain))).toEqual(
				new Set(items.slice(-7).map(({ domain }) => domain)),
			);
		}
	});

	test('whatever the case of their addresses', async () => {
		const items = rowsOf(emailOf).map((row, index) => ({
			...row,
			value: index % 3 === 0 ? row.value.toUpperCase() : row.value,
		}));
		await upsert(sandbox(), byMatchValue('email'), { items });
		expect(people()).toHaveLength(7);
	});

	test('those who are there already are found, and none is created', async () => {
		for (let person = 0; person < 7; person++) {
			addPerson(sandbox(), { name: `Person ${person}`, email: emailOf(person).toUpperCase() });
		}
		const items = rowsOf(emailOf).map(({ domain, ...row }) => ({ ...row, domain: domain && '' }));
		const run = await upsert(sandbox(), byMatchValue('email'), { items });
		expect(outcomes(run)).toEqual(items.map(() => 'unchanged'));
		expect(run.hints).toEqual(['Nothing to change for 60 items.']);
		expect(writes(sandbox())).toEqual([]);
	});
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

	test.each([
		['the second of two pages', usual, 2],
		['the last of many', { maxLimit: 20, defaultLimit: 10 }, 13],
	])('is found on %s', async (_what, settings, requests) => {
		addPerson(sandbox(), { personId: 'the-one', name: 'Person 1' });
		Object.assign(sandbox().settings, settings);
		const run = await upsert(sandbox(), { matchOn: 'name', matchValue: 'Person 1' });
		expect(run.json).toMatchObject([{ personId: 'the-one', outcome: 'unchanged' }]);
		expect(calls(sandbox())).toEqual(Array<string>(requests).fill(SEARCH));
		expect(new Set(sandbox().requests.map(({ query }) => query.query))).toEqual(new Set(['Person 1']));
	});
});

describe('Find By', () => {
	const items = Array.from({ length: 20 }, (_, n) => ({ value: `+49301${n}`, name: `Person ${n}` }));
	const queries = () =>
		sandbox()
			.requests.filter(({ method }) => method === 'GET')
			.map(({ query }) => query.query);

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
		const run = await upsert(
			sandbox(),
			{ ...byMatchValue('phoneNumber'), options: { findBy: '={{ $json.findBy }}' } },
			{
				items: items
					.slice(0, 2)
					.map((item, index) => ({ ...item, findBy: index === 0 ? 'readAll' : 'search' })),
			},
		);
		expect(outcomes(run)).toEqual(['unchanged', 'unchanged']);
		expect(new Set(queries())).toEqual(new Set([undefined, '+493011']));
	});

	test('a phone number that the search does not cover would be created twice; Read All finds it', async () => {
		sandbox().settings.searchCovers = 'namesAndEmails';
		const one = { matchOn: 'phoneNumber', matchValue: '+493017', name: 'Person 7' };
		const bySearch = await upsert(sandbox(), { ...one, options: { findBy: 'search' } });
		const usually = await upsert(sandbox(), { ...one, matchValue: '+493018', name: 'Person 8' });
		expect([...outcomes(bySearch), ...outcomes(usually)]).toEqual(['created', 'unchanged']);
	});

	test('a list that cannot be read is read again for later items', async () => {
		sandbox().failNext('unprocessable', REFUSED_LIST);
		const run = await upsert(
			sandbox(),
			{ ...byMatchValue('phoneNumber'), options: { maxConcurrentRequests: 1 } },
			{ items: items.slice(0, 3), onError: 'continueRegularOutput' },
		);
		expect(run.json[0]?.error).toBe('The sandbox was told to fail');
		expect(outcomes(run).slice(1)).toEqual(['unchanged', 'unchanged']);
	});

	test('a list that cannot be read is the error of every item that waits for it', async () => {
		sandbox().failNext('unprocessable', REFUSED_LIST);
		const run = await upsert(sandbox(), byMatchValue('phoneNumber'), {
			items: items.slice(0, 3),
			onError: 'continueRegularOutput',
		});
		expect(run.json.map(({ error }) => error)).toEqual(Array(3).fill('The sandbox was told to fail'));
		expect(calls(sandbox()).filter((call) => call === CREATE)).toEqual([]);
	});
});
