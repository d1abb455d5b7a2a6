/**
 * Create or Update: the requests of a row, also where answers are lost. What rows come to together,
 * see upsert.runs.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as waiting from '../../../../../nodes/AudiencePage/transport/delay';
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
	expect(Object.keys(items[0]?.json ?? {}).slice(0, 3)).toEqual(['personId', 'outcome', 'changes']);
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
	'People are found by %s, with Find By %s: a search for each is %s',
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

	test.each([
		['badGateway', 'acme.com', 'updated'],
		['unavailableAfter', 'other.com', 'unchanged'],
	] as const)(
		'what a failed update (%s) may have filled is filled by %s: %s',
		async (fault, domain, outcome) => {
			addPerson(sandbox(), ada);
			sandbox().failNext(fault, { times: 6, when: ({ method }) => method === 'PATCH' });
			const { json } = await onlyEmpty({ domain: 'acme.com' }, { domain });
			expect(json).toMatchObject([{ error: expect.any(String) }, { outcome }]);
			expect(people()).toMatchObject([{ ...ada, domain: 'acme.com' }]);
		},
	);
});

describe('A creation whose answer is lost', () => {
	test.each<[string, INodeParameters]>([
		['search', {}],
		['whole list, which is read again', BY_PHONE],
	])('counts as created if the person is found in the %s', async (_how, by) => {
		sandbox().failNext('resetAfter', { when: ({ method }) => method === 'POST' });
		const run = await upsert(sandbox(), by);
		expect(run.json).toMatchObject([
			{ ...people()[0], outcome: 'created', changes: { name: { from: null } } },
		]);
		expect(calls(sandbox())).toEqual([SEARCH, CREATE, SEARCH]);
	});

	test('is an error that says that it may be done, after three looks', async () => {
		sandbox().failNext('resetBefore', { when: ({ method }) => method === 'POST' });
		const { error, items } = await upsert(sandbox());
		expect(error?.message).toContain('The request may have succeeded');
		expect(items).toEqual([]);
		expect(calls(sandbox())).toEqual([SEARCH, CREATE, SEARCH, SEARCH, SEARCH]);
		const waits = jest.mocked(waiting.delay).mock.calls.map(([milliseconds]) => milliseconds);
		expect(waits.filter((milliseconds) => milliseconds > 0)).toEqual([1000, 2000]);
	});
});

test.each<[number, IDataObject[], RegExp | undefined, string[]]>([
	[409, [ofAda], undefined, [SEARCH, update('p1')]],
	[409, [], /^They are there already/, [SEARCH, SEARCH, SEARCH]],
	[409, [ofAda, { ...ofAda, personId: 'p2' }], /matches 2 people \(p1, p2\)/, [SEARCH]],
	[422, [], /^They are there already/, []],
])(
	'A creation that is refused with %i, where %j is there: %s',
	async (status, found, message, then) => {
		const refused: Answer = { status, body: { message: 'They are there already' } };
		const updated = { ...ofAda, domain: 'acme.com' };
		const answers = [pageOf([]), refused, pageOf(found), { body: updated }];
		const looks = message === undefined ? answers : answers.slice(0, 3);
		const { json, error, requests } = await upsertAt(looks, {
			additionalFields: { domain: 'acme.com' },
		});
		expect(requests).toEqual([SEARCH, CREATE, ...then]);
		const changes = { domain: { from: 'old.com', to: 'acme.com' } };
		expect(json).toEqual(message ? [] : [{ ...updated, outcome: 'updated', changes }]);
		expect(error?.message ?? '').toMatch(message ?? /^$/);
	},
);

test('A list of everyone that ends before its count creates nobody: the error says both numbers, and what to do', async () => {
	const { error, requests } = await upsertAt(
		[pageOf([{ personId: 'p1', name: 'Other' }], 3)],
		BY_PHONE,
	);
	expect(error).toMatchObject({
		message: expect.stringMatching(/counts 3 people but listed 1: .*Run it again.*Find By/),
		description: expect.stringContaining('Nothing was done for item 0'),
		context: { itemIndex: 0 },
	});
	expect(requests).toEqual([SEARCH, SEARCH]);
});

test('A new person whose ID is not shown, and who is not found, is not created again', async () => {
	sandbox().settings.onAnswer = ({ method }, answer) => {
		if (method !== 'GET') answer.body = {};
	};
	sandbox().settings.searchDelayMs = 60_000;
	const run = await upsert(sandbox(), {}, { items: [{}, {}], ...continues });
	expect(run.json).toMatchObject([
		{ error: expect.stringContaining('may have succeeded') },
		{ error: expect.stringContaining('may belong to a person who was already created') },
	]);
	expect(writes(sandbox())).toHaveLength(1);
});
