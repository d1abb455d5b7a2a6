/** Create or Update: the requests of a row. What rows come to together, see upsert.runs. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bodies, calls } from '../../../../support/sent';
import { addPerson, CREATE, outcomes, SEARCH, update, upsert, useNobody, writes } from './people';

const { sandbox, people } = useNobody();

const PHONE = '+4930123456';
const PROFILE = 'https://www.linkedin.com/in/ada';
const ada = { name: 'Ada Lovelace', email: 'ada@acme.com' };
const BY_PHONE: INodeParameters = { matchOn: 'phoneNumber', matchValue: PHONE };
const CONTINUES = { onError: 'continueRegularOutput' } as const;
const MAY_BE_THERE = expect.stringContaining(
	'may belong to a person who was just created, but cannot be found yet',
) as string;

test('Nobody matches: the person is created with all that the form has', async () => {
	const additionalFields = { domain: 'acme.com', linkedinProfileUrl: PROFILE, phoneNumber: PHONE };
	const { items } = await upsert(sandbox(), { additionalFields });
	expect(calls(sandbox())).toEqual([SEARCH, CREATE]);
	expect(sandbox().requests[0]?.query).toEqual({ query: ada.email, limit: '100' });
	expect(bodies(sandbox())[1]).toEqual({ ...ada, ...additionalFields });
	const changes = {
		name: { from: null, to: ada.name },
		email: { from: null, to: ada.email },
		domain: { from: null, to: 'acme.com' },
		linkedinProfileUrl: { from: null, to: PROFILE },
		phoneNumber: { from: null, to: PHONE },
	};
	const [person] = people();
	expect(items).toEqual([
		{ json: { outcome: 'created', changes, ...person }, pairedItem: { item: 0 } },
	]);
	expect(Object.keys(items[0]?.json ?? {}).slice(0, 3)).toEqual(['outcome', 'changes', 'personId']);
});

test('One matches: only what differs is sent, and the person is shown as they are now', async () => {
	const person = addPerson(sandbox(), { ...ada, domain: 'old.com', phoneNumber: PHONE });
	const { json } = await upsert(sandbox(), {
		additionalFields: { email: ' ADA@acme.com', domain: 'acme.com', phoneNumber: PHONE },
	});
	expect(calls(sandbox())).toEqual([SEARCH, update(person.personId)]);
	expect(bodies(sandbox())[1]).toEqual({ domain: 'acme.com' });
	const changes = { domain: { from: 'old.com', to: 'acme.com' } };
	expect(json).toEqual([{ ...person, domain: 'acme.com', outcome: 'updated', changes }]);
});

test('Several match: nothing is written', async () => {
	for (const personId of ['p1', 'p2']) addPerson(sandbox(), { personId, ...ada });
	const { error } = await upsert(sandbox());
	expect(error?.message).toMatch(/^Match Value matches 2 people \(p1, p2\)/);
	expect(calls(sandbox())).toEqual([SEARCH]);
});

test('Overwrite, Only Empty Fields: what a person has stays, what they lack is filled once', async () => {
	addPerson(sandbox(), { ...ada, domain: 'old.com' });
	const form = {
		name: 'Somebody Else',
		additionalFields: { domain: 'new.com', phoneNumber: '={{ $json.phone }}' },
		options: { overwrite: 'onlyEmpty' },
	};
	const items = ['+4930123', '+4930124'].map((phone) => ({ phone }));
	expect(outcomes(await upsert(sandbox(), form, { items }))).toEqual(['updated', 'unchanged']);
	expect(people()).toMatchObject([{ ...ada, domain: 'old.com', phoneNumber: '+4930123' }]);
});

test.each<[matchOn: string, findBy: string, queries: Array<string | undefined>]>([
	['email', '', ['a1@acme.com', 'a2@acme.com']],
	['name', '', ['a1@acme.com', 'a2@acme.com']],
	['phoneNumber', '', [undefined]],
	['linkedinProfileUrl', '', [undefined]],
	['phoneNumber', 'search', ['+4930123', '+4930124']],
	['email', 'readAll', [undefined]],
])('Match On %s, How to Find %j: the searches are for %j', async (matchOn, findBy, queries) => {
	const rows = [
		{ mail: 'a1@acme.com', phone: '+4930123', profile: `${PROFILE}-1` },
		{ mail: 'a2@acme.com', phone: '+4930124', profile: `${PROFILE}-2` },
	];
	const columns: Record<string, string> = { phoneNumber: 'phone', linkedinProfileUrl: 'profile' };
	const matchValue = `={{ $json.${columns[matchOn] ?? 'mail'} }}`;
	await upsert(sandbox(), { matchOn, matchValue, options: { findBy } }, { items: rows });
	const reads = sandbox().requests.filter(({ method }) => method === 'GET');
	expect(reads.map(({ query: { query } }) => query).sort()).toEqual(queries);
});

describe('A creation whose answer is lost', () => {
	const lose = (fault: 'resetAfter' | 'resetBefore') =>
		sandbox().failNext(fault, { when: ({ method }) => method === 'POST' });

	test.each<[how: string, form: INodeParameters]>([
		['by search', {}],
		['in the list of all people', BY_PHONE],
	])('is reported, and the next item finds the person %s', async (_how, form) => {
		lose('resetAfter');
		const { json } = await upsert(sandbox(), form, { items: [{}, {}], ...CONTINUES });
		const advice = 'It may be done: run it again in five minutes, that writes nothing twice';
		expect(json).toMatchObject([
			{ error: expect.stringContaining(advice) as string },
			{ outcome: 'unchanged' },
		]);
		expect(people()).toHaveLength(1);
	});

	test('is not made again while nobody is found, by a later item or in a later run', async () => {
		lose('resetBefore');
		const run = await upsert(sandbox(), {}, { items: [{}, {}], ...CONTINUES });
		expect(run.json).toMatchObject([{}, { error: MAY_BE_THERE }]);
		expect((await upsert(sandbox())).error?.message).toEqual(MAY_BE_THERE);
		expect(writes(sandbox())).toHaveLength(1);
	});
});

test('A creation that is refused is not there: the next item makes it', async () => {
	sandbox().failNext('unprocessable', { when: ({ method }) => method === 'POST' });
	const { json } = await upsert(sandbox(), {}, { items: [{}, {}], ...CONTINUES });
	expect(json).toMatchObject([{ error: expect.any(String) }, { outcome: 'created' }]);
});

test.each<[how: string, form: INodeParameters]>([
	['by search', {}],
	['in the list of all people', BY_PHONE],
])('After an update that failed, the next item looks again %s', async (_how, form) => {
	addPerson(sandbox(), { ...ada, phoneNumber: PHONE, domain: 'old.com' });
	sandbox().failNext('unavailableAfter', { times: 6, when: ({ method }) => method === 'PATCH' });
	const additionalFields = { domain: '={{ $json.domain }}' };
	const items: IDataObject[] = ['acme.com', 'old.com'].map((domain) => ({ domain }));
	const { json } = await upsert(sandbox(), { ...form, additionalFields }, { items, ...CONTINUES });
	expect(json).toMatchObject([{ error: expect.any(String) }, { outcome: 'updated' }]);
	expect(people()).toMatchObject([{ domain: 'old.com' }]);
});

test('A list of everyone that ends before its count creates nobody', async () => {
	addPerson(sandbox(), ada);
	sandbox().settings.onAnswer = (_request, answer) => {
		Object.assign(answer.body as object, { totalCount: 2 });
	};
	const { error } = await upsert(sandbox(), BY_PHONE);
	expect(error?.message).toContain(
		'Match Value may be that of a person whom the service counts, but did not list. Run it again',
	);
	expect(calls(sandbox())).toEqual([SEARCH]);
});
