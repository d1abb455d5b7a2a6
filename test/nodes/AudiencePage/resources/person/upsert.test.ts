/**
 * Create or Update: the requests of a row, also where answers are lost. What rows come to together,
 * see upsert.runs.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bodies, calls } from '../../../../support/sent';
import type { Answer } from '../../../../support/services';
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

const PHONE = '+4930123456';
const PROFILE = 'https://www.linkedin.com/in/ada';
const ada = { name: 'Ada Lovelace', email: 'ada@acme.com' };
const ofAda = { personId: 'p1', ...ada, domain: 'old.com' };
const BY_PHONE: INodeParameters = { matchOn: 'phoneNumber', matchValue: PHONE };
const continues = { onError: 'continueRegularOutput' } as const;

test('Nobody matches: the person is created with all that was given', async () => {
	const given = { domain: 'acme.com', linkedinProfileUrl: PROFILE, phoneNumber: PHONE };
	const { items } = await upsert(sandbox(), {
		additionalFields: { email: ` ADA@acme.com`, ...given },
	});
	const [person] = people();
	expect(calls(sandbox())).toEqual([SEARCH, CREATE]);
	expect(sandbox().requests[0]?.query).toEqual({ query: ada.email, limit: '100' });
	expect(bodies(sandbox())[1]).toEqual({ ...ada, ...given });
	const changes = Object.entries({ ...ada, ...given }).map(([field, to]) => [
		field,
		{ from: null, to },
	]);
	const json = {
		...person,
		outcome: 'created',
		changes: Object.fromEntries(changes) as IDataObject,
	};
	expect(items).toEqual([{ json, pairedItem: { item: 0 } }]);
	expect(Object.keys(items[0]?.json ?? {}).slice(0, 3)).toEqual(['outcome', 'changes', 'personId']);
});

test('One matches: only what differs is sent, and the person is given as they are now', async () => {
	const person = addPerson(sandbox(), { ...ada, domain: 'old.com', phoneNumber: PHONE });
	const { json } = await upsert(sandbox(), {
		additionalFields: { domain: 'acme.com', phoneNumber: PHONE },
	});
	expect(calls(sandbox())).toEqual([SEARCH, update(person.personId)]);
	expect(bodies(sandbox())[1]).toEqual({ domain: 'acme.com' });
	const changes = { domain: { from: 'old.com', to: 'acme.com' } };
	expect(json).toEqual([{ ...person, domain: 'acme.com', outcome: 'updated', changes }]);
});

test.each<[matchOn: string, findBy: string, searches: boolean]>([
	['phoneNumber', '', false],
	['email', '', true],
	['name', '', true],
	['phoneNumber', 'search', true],
	['email', 'readAll', false],
])(
	'People are found by %s, with How to Find %s: a search for each is %s',
	async (matchOn, findBy, searches) => {
		const items = ['+49301', '+49302'].map((value) => ({ value }));
		const matchValue = matchOn === 'email' ? '={{ $json.value }}@acme.com' : '={{ $json.value }}';
		const form = { matchOn, matchValue, name: '={{ $json.value }}', options: { findBy } };
		await upsert(sandbox(), form, { items });
		const reads = sandbox().requests.filter(({ method }) => method === 'GET');
		const queries = reads.map(
			({ query: { query } }) => query && String(query).replace('@acme.com', ''),
		);
		expect(new Set(queries)).toEqual(new Set(searches ? ['+49301', '+49302'] : [undefined]));
	},
);

describe('Overwrite: Only Empty Fields', () => {
	const onlyEmpty = async (...items: IDataObject[]) => {
		const additionalFields = {
			domain: '={{ $json.domain }}',
			phoneNumber: '={{ $json.phoneNumber }}',
		};
		const form = { name: 'Somebody Else', additionalFields, options: { overwrite: 'onlyEmpty' } };
		return await upsert(sandbox(), form, { items, ...continues });
	};

	test('what a person has stays, what they lack is filled once', async () => {
		addPerson(sandbox(), { ...ada, domain: 'kept.com' });
		const [one, other] = ['+4930123', '+4930124'].map((phoneNumber) => ({
			domain: 'b.com',
			phoneNumber,
		}));
		expect(outcomes(await onlyEmpty(one!, other!))).toEqual(['updated', 'unchanged']);
		expect(writes(sandbox()).map(({ body }) => body)).toEqual([{ phoneNumber: '+4930123' }]);
		expect(people()).toMatchObject([{ ...ada, domain: 'kept.com', phoneNumber: '+4930123' }]);
	});
});

describe('A creation whose answer is lost', () => {
	const lose = (fault: 'resetAfter' | 'resetBefore') =>
		sandbox().failNext(fault, { when: ({ method }) => method === 'POST' });

	test.each<[string, INodeParameters]>([
		['by search', {}],
		['in the list of all people', BY_PHONE],
	])('is reported, and the next run finds the person %s', async (_how, by) => {
		lose('resetAfter');
		const { error, items } = await upsert(sandbox(), by);
		expect(error?.message).toContain(
			'It may be done: run it again in five minutes, that writes nothing twice',
		);
		expect(items).toEqual([]);
		expect(calls(sandbox())).toEqual([SEARCH, CREATE]);
		expect(outcomes(await upsert(sandbox(), by))).toEqual(['unchanged']);
		expect(people()).toHaveLength(1);
	});

	test('is not made again while nobody is found, by a later item or in a later run', async () => {
		lose('resetBefore');
		const run = await upsert(sandbox(), {}, { items: [{}, {}], ...continues });
		const refused = {
			error: expect.stringContaining('may belong to a person who was just created') as string,
		};
		expect(run.json).toMatchObject([{ error: expect.any(String) as string }, refused]);
		expect((await upsert(sandbox(), {}, continues)).json).toMatchObject([refused]);
		expect(writes(sandbox())).toHaveLength(1);
	});
});

test('An update that fails leaves nothing that is remembered: the next item looks again', async () => {
	addPerson(sandbox(), ofAda);
	sandbox().failNext('unavailableAfter', { times: 6, when: ({ method }) => method === 'PATCH' });
	const form = { additionalFields: { domain: '={{ $json.domain }}' } };
	const items = ['acme.com', 'old.com'].map((domain) => ({ domain }));
	const run = await upsert(sandbox(), form, { items, ...continues });
	expect(run.json).toMatchObject([{ error: expect.any(String) as string }, { outcome: 'updated' }]);
	expect(people()).toMatchObject([{ domain: 'old.com' }]);
});

test('A creation that the service refuses is the error of its item', async () => {
	const refused: Answer = { status: 409, body: { message: 'They are there already' } };
	const { error, requests } = await upsertAt([pageOf([]), refused]);
	expect(error?.message).toMatch(/^They are there already/);
	expect(requests).toEqual([SEARCH, CREATE]);
});

test('Whoever matches twice is nobody: the error names both', async () => {
	const { error, requests } = await upsertAt([pageOf([ofAda, { ...ofAda, personId: 'p2' }])]);
	expect(error?.message).toMatch(/matches 2 people \(p1, p2\)/);
	expect(requests).toEqual([SEARCH]);
});

test('A list of everyone that ends before its count creates nobody: the error says what to do', async () => {
	const { error, requests } = await upsertAt(
		[pageOf([{ personId: 'p1', name: 'Other' }], 3)],
		BY_PHONE,
	);
	expect(error).toMatchObject({
		message: expect.stringContaining(
			'may be that of a person whom the service counts, but did not list. Run it again',
		) as string,
		context: { itemIndex: 0 },
	});
	expect(requests).toEqual([SEARCH]);
});

test('A new person whose ID is not shown is not created again', async () => {
	sandbox().settings.onAnswer = ({ method }, answer) => {
		if (method !== 'GET') answer.body = {};
	};
	sandbox().settings.searchDelayMs = 60_000;
	const run = await upsert(sandbox(), {}, { items: [{}, {}], ...continues });
	expect(run.json).toMatchObject([
		{ error: expect.stringContaining('It may be done') as string },
		{ error: expect.stringContaining('may belong to a person who was just created') as string },
	]);
	expect(writes(sandbox())).toHaveLength(1);
});
