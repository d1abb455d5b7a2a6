/** Create or Update at services that lose or refuse requests, list people in part, or show less of them than the interface. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import * as waiting from '../../../../../nodes/AudiencePage/transport/delay';
import type { RecordedRequest } from '../../../../service/sandbox';
import { calls } from '../../../../support/sent';
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
const isCreate = ({ method }: RecordedRequest) => method === 'POST';
const MAY_BE_DONE = 'The request may have succeeded';
const continues = { onError: 'continueRegularOutput' } as const;

/** Waits, in milliseconds. */
const waits = () =>
	jest.mocked(waiting.delay).mock.calls.flatMap(([milliseconds]) => (milliseconds > 0 ? [milliseconds] : []));

const PHONE = '+4930123456';
const BY_PHONE = { matchOn: 'phoneNumber', matchValue: PHONE };
const ofAda = { personId: 'p1', name: 'Ada Lovelace', email: 'ada@acme.com', domain: 'old.com' };
const ofDomain = { additionalFields: { domain: 'acme.com' } };

describe('A creation whose answer is lost', () => {
	test.each<[string, INodeParameters]>([
		['search', {}],
		['whole list, which is read again', BY_PHONE],
	])('counts as created if the person is found in the %s', async (_how, by) => {
		sandbox().failNext('resetAfter', { when: isCreate });
		const run = await upsert(sandbox(), by);
		expect(run.json).toEqual([{ ...people()[0], outcome: 'created' }]);
		expect(calls(sandbox())).toEqual([SEARCH, CREATE, SEARCH]);
	});

	test('is an error that says that it may be done, after three looks', async () => {
		sandbox().failNext('resetBefore', { when: isCreate });
		const { error, items } = await upsert(sandbox());
		expect(error?.message).toContain(MAY_BE_DONE);
		expect(items).toEqual([]);
		expect(calls(sandbox())).toEqual([SEARCH, CREATE, SEARCH, SEARCH, SEARCH]);
		expect(waits()).toEqual([1000, 2000]);
	});

	test('is this error too where the look itself fails', async () => {
		sandbox().failNext('resetAfter', { when: isCreate });
		const isSecondLook = ({ method }: RecordedRequest) => method === 'GET' && writes(sandbox()).length > 0;
		// With a limit and without: a limit that is refused is left out.
		sandbox().failNext('unprocessable', { times: 2, when: isSecondLook });
		const { error } = await upsert(sandbox());
		expect(error?.message).toContain(MAY_BE_DONE);
		expect(writes(sandbox())).toHaveLength(1);
	});

	test('has a later item read everyone again: the service may list the person by then', async () => {
		sandbox().failNext('resetAfter', { when: isCreate });
		sandbox().settings.onAnswer = ({ method }, answer) => {
			if (method === 'GET' && sandbox().requests.length <= 5) answer.body = { items: [], hasMore: false };
		};
		const run = await upsert(sandbox(), BY_PHONE, { items: [{}, {}], ...continues });
		expect(outcomes(run)).toEqual([undefined, 'unchanged']);
	});

	test('counts as unchanged where Only Empty Fields leaves the person who is found', async () => {
		const answers = [pageOf([]), { status: 504 }, pageOf([{ ...ofAda, name: 'Ada King' }])];
		const { json } = await upsertAt(answers, { options: { overwrite: 'onlyEmpty' } });
		expect(json).toMatchObject([{ outcome: 'unchanged', name: 'Ada King' }]);
	});

	test('of many at once: everyone is read for all of them together', async () => {
		for (let n = 0; n < 400; n++) addPerson(sandbox(), { phoneNumber: `+4930${n}` });
		sandbox().failNext('unavailable', { times: 20, when: isCreate });
		const items = Array.from({ length: 20 }, (_, n) => ({ phone: `+4940${n}` }));
		const run = await upsert(
			sandbox(),
			{ ...BY_PHONE, matchValue: '={{ $json.phone }}' },
			{ items, ...continues },
		);
		expect(run.json).toEqual(
			items.map((item) => ({ ...item, error: expect.stringContaining(MAY_BE_DONE) as string })),
		);
		expect(writes(sandbox())).toHaveLength(20);
		// Each is looked for three times; those that are lost together share what is read, in 4 pages.
		const reads = sandbox().requests.filter(({ url }) => url === '/v0/persons/search?limit=100');
		expect(reads.length).toBeLessThanOrEqual(10);
	});
});

describe('A creation that is refused', () => {
	const refusedWith = (status: number): Answer => ({ status, body: { message: 'They are there already' } });

	test('as a conflict: the person is looked for, and updated', async () => {
		const updated = { ...ofAda, domain: 'acme.com' };
		const answers = [pageOf([]), refusedWith(409), pageOf([ofAda]), { body: updated }];
		const { json, requests } = await upsertAt(answers, ofDomain);
		expect(json).toEqual([{ ...updated, outcome: 'updated' }]);
		expect(requests).toEqual([SEARCH, CREATE, SEARCH, update('p1')]);
	});

	test.each([
		[409, 'nobody is found', [], /^They are there already/, 3],
		[409, 'several are found', [ofAda, { ...ofAda, personId: 'p2' }], /matches 2 people \(p1, p2\)/, 1],
		[422, 'nobody is looked for', [], /^They are there already/, 0],
	])('with %i, and %s: that is the error', async (status, _what, found, message, looks) => {
		const { error, requests } = await upsertAt([pageOf([]), refusedWith(status), pageOf(found)]);
		expect(error?.message).toMatch(message);
		expect(requests).toEqual([SEARCH, CREATE, ...Array<string>(looks).fill(SEARCH)]);
	});
});

test('A second attempt sends what differs from what the first has written, though the service shows an older state', async () => {
	addPerson(sandbox(), { ...ofAda, name: 'Before' });
	sandbox().settings.onAnswer = ({ method }, answer) => {
		const { items = [] } = answer.body as { items?: IDataObject[] };
		const older = { items: items.map((one) => ({ ...one, name: 'Before' })) };
		if (method === 'GET') answer.body = { ...(answer.body as object), ...older };
	};
	sandbox().failNext('unprocessable', {
		when: ({ method, body }) => method === 'PATCH' && (body as IDataObject).name === 'Before',
	});
	const run = await upsert(
		sandbox(),
		{ name: '={{ $json.name }}', options: { maxConcurrentRequests: 1 } },
		{ items: [{ name: 'Between' }, { name: 'Before' }], retryOnFail: true, maxTries: 2 },
	);
	expect(outcomes(run)).toEqual(['updated', 'updated']);
	expect(people()).toMatchObject([{ name: 'Before' }]);
});

describe('A list of everyone that ends before its count', () => {
	const READ_ALL: INodeParameters = { ...BY_PHONE, name: 'Ada Lovelace' };
	const [p1, p2, p3] = ['p1', 'p2', 'p3'].map((personId) => ({ personId, name: 'Other' })) as [
		object,
		object,
		object,
	];
	const ada = { personId: 'ada', name: 'Ada', phoneNumber: PHONE };
	const page = (people: object[], count?: unknown, next?: string) =>
		pageOf(people as IDataObject[], count, next);
	const ends = page([p1, p2], 3);
	const whole = page([p1, p2, p3], 3);
	const created: Answer = { body: { ...ada, name: 'Ada Lovelace' } };

	test('creates nobody who is not in it: the error says both numbers, and what to do', async () => {
		const { error, items, requests } = await upsertAt([ends], READ_ALL);
		expect(error).toMatchObject({
			message: expect.stringMatching(/counts 3 people but listed 2: .*Retry.*Find By/),
			description: expect.stringContaining('Nothing was done for item 0'),
			context: { itemIndex: 0 },
		});
		expect(items).toEqual([]);
		expect(requests).toEqual([SEARCH, SEARCH]);
	});

	test.each<[string, Answer[], string[]]>([
		['a whole one after it does not show', [ends, whole, created], [CREATE]],
		['the next one shows, though short', [ends, page([ada], 2), created], [update('ada')]],
	])('goes on with whom %s', async (_what, answers, writing) => {
		const { error, requests } = await upsertAt(answers, READ_ALL);
		expect(error).toBeUndefined();
		expect(requests).toEqual([SEARCH, SEARCH, ...writing]);
	});

	test.each<[string, Answer[], number]>([
		// Whoever came after a person who was removed may have moved to a page that was read before.
		['whose count falls while it is read', [page([p1, p2], 3, 'next'), page([p2], 2)], 2],
		['that has somebody twice', [page([p1, p1], 2)], 1],
	])('is one %s', async (_what, answers, listed) => {
		const { error, requests } = await upsertAt([...answers, ...answers], READ_ALL);
		expect(error?.message).toContain(`people but listed ${listed}:`);
		expect(requests).toEqual(Array(2 * answers.length).fill(SEARCH));
	});

	test.each([
		...[undefined, 'many', 2.5, -1, 1, 2].map((count) => [count, [p1, p2], {}] as const),
		// The count of a search may be of everybody.
		[500, [], { options: { findBy: 'search' } }] as const,
	])('is none where its count is %j', async (count, listed, by) => {
		const { error, requests } = await upsertAt([page([...listed], count), created], { ...READ_ALL, ...by });
		expect(error).toBeUndefined();
		expect(requests).toEqual([SEARCH, CREATE]);
	});

	test('is read once more for all items whose people are not found', async () => {
		const phoneOf = (n: number) => `+49301${n}`;
		for (let n = 0; n < 10; n++) addPerson(sandbox(), { name: phoneOf(n), phoneNumber: phoneOf(n) });
		// It counts one more than it lists.
		sandbox().settings.onAnswer = ({ method }, answer) => {
			const body = answer.body as IDataObject;
			if (method === 'GET') body.totalCount = Number(body.totalCount) + 1;
		};
		const items = Array.from({ length: 20 }, (_, n) => ({ phone: phoneOf(n) }));
		const byPhone = {
			...{ ...BY_PHONE, matchValue: '={{ $json.phone }}', name: '={{ $json.phone }}' },
			options: { maxConcurrentRequests: 1 },
		};
		const { json } = await upsert(sandbox(), byPhone, { items, ...continues });
		expect(json.map(({ outcome, error }) => outcome ?? error)).toEqual([
			...Array<string>(10).fill('unchanged'),
			...Array<unknown>(10).fill(expect.stringContaining('counts 11 people but listed 10')),
		]);
		expect(sandbox().requests).toHaveLength(2);
	});

	test('does not say that a creation whose answer was lost is not done', async () => {
		const { error, requests } = await upsertAt([whole, { status: 502 }, ends], READ_ALL);
		expect(error?.message).toContain(MAY_BE_DONE);
		expect(requests).toEqual([SEARCH, CREATE, SEARCH, SEARCH, SEARCH]);
	});
});

describe('Answers that lack what the interface shows', () => {
	/** Has the service answer writes with what `spoil` makes of the person. */
	const answerWrites = (spoil: (person: IDataObject) => IDataObject) => {
		sandbox().settings.onAnswer = ({ method }, answer) => {
			if (method !== 'GET') answer.body = spoil({ ...(answer.body as IDataObject) });
		};
	};
	const withAll = (person: IDataObject, value: null | undefined, ...kept: string[]) =>
		Object.fromEntries(
			Object.keys(person).map((field) => [field, kept.includes(field) ? person[field] : value]),
		);

	test.each<[string, (person: IDataObject) => IDataObject]>([
		['the ID alone', (person) => withAll(person, undefined, 'personId')],
		['all but the ID', (person) => ({ ...person, personId: undefined })],
		['null in every field', (person) => withAll(person, null)],
	])('%s: rows about one person, new or known, are about one', async (_what, spoil) => {
		const BOB = { personId: 'bob', name: 'Ada Lovelace', email: 'bob@acme.com' };
		addPerson(sandbox(), BOB);
		answerWrites(spoil);
		const items = ['a.com', 'b.com', 'b.com', 'a.com'].flatMap((domain) =>
			['ada@acme.com', BOB.email].map((email) => ({ domain, email })),
		);
		const form = { matchValue: '={{ $json.email }}', additionalFields: { domain: '={{ $json.domain }}' } };
		const run = await upsert(sandbox(), form, { items });
		expect(run.error).toBeUndefined();
		expect(people()).toMatchObject([
			{ ...BOB, domain: 'a.com' },
			{ email: 'ada@acme.com', domain: 'a.com' },
		]);
		// What an answer did not show may be sent once more.
		expect(outcomes(run).filter((outcome) => outcome === 'created')).toHaveLength(1);
		expect(run.json.filter(({ personId }) => personId === 'bob')).toHaveLength(4);
	});

	test('a new person whose ID is not shown, and who is not found, is not created again', async () => {
		answerWrites(() => ({}));
		sandbox().settings.searchDelayMs = 60_000;
		const run = await upsert(sandbox(), {}, { items: [{}, {}], ...continues });
		expect(run.json).toMatchObject([
			{ error: expect.stringContaining('may have succeeded') },
			{ error: expect.stringContaining('may belong to a person who was already created') },
		]);
		expect(writes(sandbox())).toHaveLength(1);
	});

	test('people without an ID are two, and one of them is as wanted or cannot be updated', async () => {
		const [nameless, changed] = ['acme.com', null].map((domain) => ({
			...ofAda,
			personId: undefined,
			domain,
		}));
		const two = await upsertAt([pageOf([nameless!], undefined, 'next'), pageOf([nameless!])], ofDomain);
		expect(two.error?.message).toContain('matches 2 people (one without an ID, one without an ID)');
		expect(outcomes(await upsertAt([pageOf([nameless!])], ofDomain))).toEqual(['unchanged']);
		const { error } = await upsertAt([pageOf([changed!])], ofDomain);
		expect(error?.message).toContain('The service returned a person without a usable ID');
	});
});
