/** Create or Update at services whose answers lack what the interface shows. */
import type { IDataObject } from 'n8n-workflow';

import { addPerson, outcomes, pageOf, SEARCH, upsert, upsertAt, useNobody, writes } from './people';

const { sandbox, people } = useNobody();

/** Has the service answer writes with what `spoil` makes of the person. */
function answerWrites(spoil: (person: IDataObject) => IDataObject): void {
	sandbox().settings.onAnswer = ({ method }, answer) => {
		if (method !== 'GET') answer.body = spoil({ ...(answer.body as IDataObject) });
	};
}

const ANSWERS: Array<[string, (person: IDataObject) => IDataObject]> = [
	['the ID alone', ({ personId }) => ({ personId })],
	[
		'all but the ID',
		(person) => Object.fromEntries(Object.entries(person).filter(([field]) => field !== 'personId')),
	],
	['null in every field', (person) => Object.fromEntries(Object.keys(person).map((field) => [field, null]))],
];

describe.each(['search', 'readAll'])('By %s, where the answer to a write shows', (findBy) => {
	const items = ['a.com', 'b.com', 'b.com', 'a.com'].map((domain) => ({ domain }));
	const rows = { additionalFields: { domain: '={{ $json.domain }}' }, options: { findBy } };

	test.each(ANSWERS)('%s: rows about a new person make one, as the last says', async (_what, spoil) => {
		answerWrites(spoil);
		const run = await upsert(sandbox(), rows, { items });
		expect(run.error).toBeUndefined();
		expect(people()).toMatchObject([{ email: 'ada@acme.com', domain: 'a.com' }]);
		expect(outcomes(run)[0]).toBe('created');
		// Who is there is not created again; what an answer did not show may be sent once more.
		expect(outcomes(run).slice(1)).not.toContain('created');
	});

	test.each(ANSWERS)('%s: a person who is there keeps their ID', async (_what, spoil) => {
		addPerson(sandbox(), { personId: 'p1', name: 'Ada Lovelace', email: 'ada@acme.com' });
		answerWrites(spoil);
		const run = await upsert(sandbox(), rows, { items });
		expect(run.error).toBeUndefined();
		expect(run.json.map(({ personId }) => personId)).toEqual(['p1', 'p1', 'p1', 'p1']);
		expect(people()).toMatchObject([{ domain: 'a.com' }]);
	});
});

test('a new person whose ID is not shown, and who is not found, is not created again', async () => {
	answerWrites(() => ({}));
	sandbox().settings.searchDelayMs = 60_000;
	const run = await upsert(sandbox(), {}, { items: [{}, {}], onError: 'continueRegularOutput' });
	expect(run.json).toMatchObject([
		{ error: expect.stringContaining('may have succeeded') },
		{ error: expect.stringContaining('may belong to a person who was already created') },
	]);
	expect(writes(sandbox())).toHaveLength(1);
});

describe('People as a service lists them', () => {
	const ada = { name: 'Ada Lovelace', email: 'ada@acme.com', domain: 'acme.com' };
	const wanted = { additionalFields: { domain: 'acme.com' } };

	test.each([
		['p1', 'p2', 'p1, p2'],
		[undefined, null, 'one without an ID, one without an ID'],
	])('with the IDs %j and %j are two', async (one, other, ids) => {
		const first = pageOf([{ ...ada, personId: one }], undefined, 'next');
		const { error, requests } = await upsertAt([first, pageOf([{ ...ada, personId: other }])], wanted);
		expect(error?.message).toContain(`Match Value matches 2 people (${ids})`);
		expect(requests).toEqual([SEARCH, SEARCH]);
	});

	test('one without an ID who is as wanted is unchanged; otherwise nobody can update them', async () => {
		expect(outcomes(await upsertAt([pageOf([ada])], wanted))).toEqual(['unchanged']);
		const { error } = await upsertAt([pageOf([{ ...ada, domain: null }])], wanted);
		expect(error?.message).toContain('The service returned a person without a usable ID');
	});
});
