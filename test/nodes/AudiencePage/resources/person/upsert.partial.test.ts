/** Create or Update where the list of everyone ends before the count of the service. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Answer } from '../../../../support/services';
import {
	addPerson,
	CREATE,
	pageOf as page,
	SEARCH,
	update,
	upsert,
	upsertAt,
	useNobody,
	writes,
} from './people';

const { sandbox } = useNobody();

const PHONE = '+4930123456';
const READ_ALL: INodeParameters = { matchOn: 'phoneNumber', matchValue: PHONE, name: 'Ada Lovelace' };

const other = (personId?: string): IDataObject => ({ personId, name: `Person ${personId}` });
const ada = { personId: 'ada', name: 'Ada', phoneNumber: PHONE };
const ends = page([other('p1'), other('p2')], 3);
const whole = page([other('p1'), other('p2'), other('p3')], 3);
const created: Answer = { body: { ...ada, name: 'Ada Lovelace' } };

describe('A person who is not in a list that ends before its count', () => {
	test('is not created: the error says both numbers, and what to do', async () => {
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
		['is created, if they are not in a whole one that is read after it', [ends, whole, created], [CREATE]],
		[
			'is updated, if the next one shows them, though short',
			[ends, page([ada], 2), created],
			[update('ada')],
		],
	])('%s', async (_what, answers, writing) => {
		const { error, requests } = await upsertAt(answers, READ_ALL);
		expect(error).toBeUndefined();
		expect(requests).toEqual([SEARCH, SEARCH, ...writing]);
	});

	const twoPages = [page([other('p1'), other('p2')], 3, 'next'), page([other('p2')], 2)];
	test.each<[string, Answer[], number]>([
		// Whoever came after a person who was removed may have moved to a page that was read before.
		['whose count falls while it is read', twoPages, 2],
		['that has somebody twice', [page([other('p1'), other('p1')], 2)], 1],
	])('%s counts as short', async (_what, answers, listed) => {
		const { error, requests } = await upsertAt([...answers, ...answers], READ_ALL);
		expect(error?.message).toContain(`people but listed ${listed}:`);
		expect(requests).toEqual(Array(2 * answers.length).fill(SEARCH));
	});
});

describe('A list is taken for whole', () => {
	const people = [other('p1'), other('p2')];

	test.each([undefined, null, '', 'many', '9', 2.5, -1, 0, 1, 2])('where its count is %j', async (count) => {
		const { error, requests } = await upsertAt([page(people, count), created], READ_ALL);
		expect(error).toBeUndefined();
		expect(requests).toEqual([SEARCH, CREATE]);
	});

	test('where it is that of a search, whose count may be of everybody', async () => {
		const { requests } = await upsertAt([page([], 500), created], {
			...READ_ALL,
			options: { findBy: 'search' },
		});
		expect(requests).toEqual([SEARCH, CREATE]);
	});
});

test('Many items go on where their people are found, and read everyone once more for all others', async () => {
	const phoneOf = (n: number) => `+49301${n}`;
	for (let n = 0; n < 10; n++) addPerson(sandbox(), { name: phoneOf(n), phoneNumber: phoneOf(n) });
	// It counts one more than it lists.
	sandbox().settings.onAnswer = ({ method }, answer) => {
		const body = answer.body as IDataObject;
		if (method === 'GET') body.totalCount = Number(body.totalCount) + 1;
	};
	const items = Array.from({ length: 20 }, (_, n) => ({ phone: phoneOf(n) }));
	const byPhone = { matchOn: 'phoneNumber', matchValue: '={{ $json.phone }}', name: '={{ $json.phone }}' };
	const { json } = await upsert(sandbox(), byPhone, { items, onError: 'continueRegularOutput' });
	expect(json.map(({ outcome }) => outcome)).toEqual([
		...Array<string>(10).fill('unchanged'),
		...Array<undefined>(10).fill(undefined),
	]);
	const errors = json.slice(10).map(({ error }) => error);
	expect(new Set(errors)).toEqual(new Set([expect.stringContaining('counts 11 people but listed 10')]));
	expect(sandbox().requests.filter(({ method }) => method === 'GET')).toHaveLength(2);
	expect(writes(sandbox())).toEqual([]);
});

test('A creation whose answer is lost may be done, whatever the lists leave out that are read after it', async () => {
	const lost: Answer = { status: 502, body: { message: 'No answer' } };
	const { error, requests } = await upsertAt([whole, lost, ends], READ_ALL);
	expect(error?.message).toContain('The request may have succeeded');
	expect(requests).toEqual([SEARCH, CREATE, SEARCH, SEARCH, SEARCH]);
});
