import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { bodies, calls } from '../../../../support/sent';
import { addPerson, CREATE, outcomes, pageOf, SEARCH, update, upsert, upsertAt, useNobody } from './people';

const { sandbox, people } = useNobody();

const EMAIL = 'ada@acme.com';
const PHONE = '+4930123456';
const PROFILE = 'https://www.linkedin.com/in/ada';
const ada = { name: 'Ada Lovelace', email: EMAIL };

test('Nobody matches: the person is created with all that was given', async () => {
	const given = { domain: 'acme.com', linkedinProfileUrl: PROFILE, phoneNumber: PHONE };
	const { items } = await upsert(sandbox(), { additionalFields: { email: ` ADA@acme.com`, ...given } });
	const [person] = people();
	expect(calls(sandbox())).toEqual([SEARCH, CREATE]);
	expect(sandbox().requests[0]?.query).toEqual({ query: EMAIL, limit: '100' });
	expect(bodies(sandbox())[1]).toEqual({ ...ada, ...given });
	expect(items).toEqual([{ json: { ...person, outcome: 'created' }, pairedItem: { item: 0 } }]);
	expect(Object.keys(items[0]?.json ?? {}).slice(0, 2)).toEqual(['personId', 'outcome']);
});

test('Whom the run itself has written is not searched for again', async () => {
	const run = await upsert(sandbox(), {}, { items: [{}, {}, {}] });
	expect(outcomes(run)).toEqual(['created', 'unchanged', 'unchanged']);
	expect(calls(sandbox())).toEqual([SEARCH, CREATE]);
});

test('One matches: only what differs is sent, and the person is given as they are now', async () => {
	const person = addPerson(sandbox(), { ...ada, domain: 'old.com', phoneNumber: PHONE });
	const { json } = await upsert(sandbox(), { additionalFields: { domain: 'acme.com', phoneNumber: PHONE } });
	expect(calls(sandbox())).toEqual([SEARCH, update(person.personId)]);
	expect(bodies(sandbox())[1]).toEqual({ domain: 'acme.com' });
	expect(json).toEqual([{ ...person, domain: 'acme.com', outcome: 'updated' }]);
});

test.each(['search', 'readAll'])(
	'By %s, one person on two pages is one, as they came last',
	async (findBy) => {
		const [before, after] = ['old.com', 'acme.com'].map((domain) => ({ ...ada, personId: 'p1', domain }));
		const changes = { additionalFields: { domain: 'acme.com' }, options: { findBy } };
		const run = await upsertAt([pageOf([before!], 1, 'next'), pageOf([after!], 1)], changes);
		expect(outcomes(run)).toEqual(['unchanged']);
		expect(run.requests).toEqual([SEARCH, SEARCH]);
	},
);

describe('Find By', () => {
	const items = Array.from({ length: 20 }, (_, n) => ({ value: `+49301${n}`, name: `Person ${n}` }));
	const by = (matchOn: string, findBy?: string): INodeParameters => ({
		matchOn,
		matchValue: matchOn === 'email' ? '={{ $json.value }}@acme.com' : '={{ $json.value }}',
		name: '={{ $json.name }}',
		options: { ...(findBy && { findBy }) },
	});
	const queries = () =>
		sandbox().requests.flatMap(({ method, query: { query } }) =>
			method === 'GET' ? [query && String(query).replace('@acme.com', '')] : [],
		);

	test('Read All reads the list once a run, all of its pages', async () => {
		for (let n = 0; n < 250; n++) addPerson(sandbox(), { name: `Person ${n}`, phoneNumber: `+49301${n}` });
		const run = await upsert(sandbox(), by('phoneNumber'), { items });
		expect(outcomes(run)).toEqual(items.map(() => 'unchanged'));
		expect(queries()).toEqual([undefined, undefined, undefined]);
	});

	test.each<[string, INodeParameters, boolean]>([
		['a phone number', by('phoneNumber'), false],
		['a LinkedIn profile', by('linkedinProfileUrl'), false],
		['an email', by('email'), true],
		['a name', by('name'), true],
		['a phone number, with Search', by('phoneNumber', 'search'), true],
		['an email, with Read All', by('email', 'readAll'), false],
	])('of %s', async (_what, parameters, searches) => {
		await upsert(sandbox(), parameters, { items: items.slice(0, 2) });
		expect(new Set(queries())).toEqual(new Set(searches ? ['+493010', '+493011'] : [undefined]));
	});
});

describe('Where each row says what its person is matched on', () => {
	const BY_ROW: INodeParameters = {
		matchOn: '={{ $json.matchOn }}',
		matchValue: '={{ $json[$json.matchOn] }}',
		name: '={{ $json.name || "Ada Lovelace" }}',
		additionalFields: Object.fromEntries(
			['domain', 'email', 'linkedinProfileUrl', 'phoneNumber'].map((name) => [name, `={{ $json.${name} }}`]),
		),
	};
	const upsertRows = async (items: IDataObject[], parameters: INodeParameters = {}) =>
		await upsert(sandbox(), { ...BY_ROW, ...parameters }, { items });
	const byEmail = { matchOn: 'email', email: EMAIL };
	const byPhone = { matchOn: 'phoneNumber', phoneNumber: PHONE };
	const byProfile = { matchOn: 'linkedinProfileUrl', linkedinProfileUrl: PROFILE };

	test.each<[string, IDataObject[]]>([
		[
			'each knows one value more',
			[{ ...byEmail, phoneNumber: PHONE }, { ...byPhone, linkedinProfileUrl: PROFILE }, byProfile, byEmail],
		],
		['by email; by name, with that email', [byEmail, { ...byEmail, matchOn: 'name', name: 'Ada Lovelace' }]],
	])('rows about one new person make one: %s', async (_what, rows) => {
		// The search does not help: nobody in it is new.
		sandbox().settings.searchDelayMs = 60_000;
		sandbox().settings.faults.latencyMs = [0, 10];
		const run = await upsertRows(rows);
		expect(run.error).toBeUndefined();
		expect(people()).toHaveLength(1);
		expect(outcomes(run)[0]).toBe('created');
		expect(new Set(run.json.map(({ personId }) => personId))).toEqual(new Set([people()[0]?.personId]));
	});

	test('whoever an earlier row has written is found by another field, for what differs', async () => {
		addPerson(sandbox(), { ...ada, phoneNumber: PHONE, domain: 'old.com' });
		const run = await upsertRows([
			{ ...byEmail, phoneNumber: PHONE, domain: 'a.com' },
			{ ...byPhone, domain: 'b.com' },
			{ ...byEmail, phoneNumber: PHONE, domain: 'a.com' },
		]);
		expect(outcomes(run)).toEqual(['updated', 'updated', 'updated']);
		expect(people()).toMatchObject([{ domain: 'a.com' }]);
	});

	test('nobody is found by a number that they had before', async () => {
		addPerson(sandbox(), { ...ada, phoneNumber: '+491' });
		const rows = [
			{ ...byEmail, phoneNumber: PHONE },
			{ ...byPhone, email: EMAIL },
			{ matchOn: 'phoneNumber', phoneNumber: '+491', name: 'Somebody Else' },
		];
		// By nothing in it could the last row be about the same person: it would not wait for the others.
		const run = await upsertRows(rows, { options: { maxConcurrentRequests: 1 } });
		expect(outcomes(run)).toEqual(['updated', 'unchanged', 'created']);
		expect(people().map(({ phoneNumber }) => phoneNumber)).toEqual([PHONE, '+491']);
	});

	test('if another person has the value too, nobody is taken for the first', async () => {
		addPerson(sandbox(), { personId: 'other', phoneNumber: PHONE });
		const { error } = await upsertRows([{ ...byEmail, phoneNumber: PHONE }, byPhone]);
		expect(error?.message).toMatch(/matches 2 people \(.*other/);
	});
});
