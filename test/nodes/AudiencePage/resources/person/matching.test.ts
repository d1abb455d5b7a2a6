import fc from 'fast-check';

import {
	differences,
	uniquePeople,
	normalizedValue,
	exactMatches,
	matchKey,
	matchKeys,
	peopleByKey,
	type Match,
	type Person,
} from '../../../../../nodes/AudiencePage/resources/person/matching';

const person = (personId: string, fields: object = {}): Person => ({ personId, ...fields });

describe('What two values have in common', () => {
	test.each([
		['email', ' Ada@ACME.com ', 'ada@acme.com'],
		['name', ' Ada Lovelace ', 'Ada Lovelace'],
		['linkedinProfileUrl', 'https://linkedin.com/in/Ada', 'https://linkedin.com/in/Ada'],
		['email', '\u200bada@acme.com\u2060', 'ada@acme.com'],
		['phoneNumber', 4930123456, '4930123456'],
		['phoneNumber', '0049 (0)30/12-34', '+49301234'],
		['name', 0, '0'],
		['name', false, 'false'],
		['email', '', ''],
		['name', null, ''],
		['name', undefined, ''],
		['name', '  ', ''],
		['name', { toString: 1 }, '{"toString":1}'],
	])('%s %j: %j', (field, value, key) => {
		expect(normalizedValue(field, value)).toBe(key);
	});
});

describe('The people who match', () => {
	const PEOPLE = [
		person('p1', { email: 'ada@acme.com', name: 'Ada' }),
		person('p2', { email: ' ADA@acme.com', name: 'ada' }),
		person('p3', { email: 'ada@acme.company', name: 'Ada Lovelace' }),
		person('p4', { email: null }),
		person('p5'),
		person('p6', { email: 7, name: ['Ada'], phoneNumber: 4930123456 }),
		person('p7', { email: '', name: ' ', phoneNumber: undefined }),
	];

	test.each<[Match, string[]]>([
		[{ field: 'email', value: 'Ada@Acme.com' }, ['p1', 'p2']],
		[{ field: 'name', value: 'Ada' }, ['p1']],
		[{ field: 'name', value: ' Ada Lovelace ' }, ['p3']],
		[{ field: 'phoneNumber', value: '+4930123456' }, []],
		[{ field: 'phoneNumber', value: '4930123456' }, ['p6']],
		// Nobody is found by nothing.
		[{ field: 'email', value: '' }, []],
		[{ field: 'linkedinProfileUrl', value: ' ' }, []],
	])('%j are %j', async (match, ids) => {
		const idsOf = (people: Person[]) => people.map(({ personId }) => personId);
		expect(idsOf(await exactMatches(PEOPLE, match))).toEqual(ids);
		expect(idsOf((await peopleByKey(PEOPLE)).get(matchKey(match)) ?? [])).toEqual(ids);
	});

	test('are found by all that tells people apart', () => {
		const names = matchKeys({ name: ' Ada ', email: 'Ada@ACME.com', domain: 'acme.com', phoneNumber: null });
		expect(names).toEqual(['email:ada@acme.com', 'name:Ada']);
	});

	test('are each there once, by the ID alone', async () => {
		const nameless = [{ email: 'a@b' }, { personId: null, email: 'a@b' }] as unknown as Person[];
		const [old, now] = [person('p1', { domain: 'old' }), person('p1', { domain: 'new' })];
		const people = [old, person('p2'), now, ...nameless];
		expect(await uniquePeople(people)).toEqual([now, person('p2'), ...nameless]);
	});
});

describe('What differs', () => {
	const ADA = person('p1', { name: 'Ada', email: 'ada@acme.com', domain: null, age: '7', tags: ['a'] });

	test.each([
		[{}, {}],
		[{ name: 'Ada', email: 'ada@acme.com' }, {}],
		[{ name: ' Ada ', email: 'ADA@acme.com' }, {}],
		[{ name: 'ada' }, { name: 'ada' }],
		[
			{ name: 'Ada', email: 'ada@acme.org', phoneNumber: '+4930123456' },
			{ email: 'ada@acme.org', phoneNumber: '+4930123456' },
		],
		[{ domain: 'acme.com' }, { domain: 'acme.com' }],
		[{ domain: null, linkedinProfileUrl: '' }, {}],
		[{ name: null }, { name: null }],
		[
			{ slug: 'ada', createdAt: '1' },
			{ slug: 'ada', createdAt: '1' },
		],
		[{ age: 7, tags: '["a"]' }, {}],
	])('where %j is wanted: %j', (wanted, different) => {
		expect(differences(ADA, wanted)).toEqual(different);
	});

	test('once it is sent, nothing does', () => {
		const fields = fc.record(
			{ name: fc.string(), email: fc.emailAddress(), domain: fc.option(fc.domain()) },
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(fields, fields, (has, wanted) => {
				const before = person('p1', has);
				const after = { ...before, ...differences(before, wanted) };
				expect(differences(after, wanted)).toEqual({});
			}),
			{ seed: 1 },
		);
	});
});
