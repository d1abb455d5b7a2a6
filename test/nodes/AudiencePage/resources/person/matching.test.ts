import fc from 'fast-check';

import { matchOf } from '../../../../../nodes/AudiencePage/resources/person/matchFields';
import {
	differences,
	uniquePeople,
	isMatchField,
	normalizedValue,
	exactMatches,
	matchKeys,
	PeopleByMatch,
	type Match,
	type Person,
} from '../../../../../nodes/AudiencePage/resources/person/matching';
import { formWith } from '../../../../support/form';

const person = (personId: string, fields: object = {}): Person => ({ personId, ...fields });

test.each([
	['email', true],
	['linkedinProfileUrl', true],
	['name', true],
	['phoneNumber', true],
	['domain', false],
	['personId', false],
	['', false],
])('people are told apart by %j: %j', (field, is) => {
	expect(isMatchField(field)).toBe(is);
});

describe('What two values have in common', () => {
	test.each([
		['email', ' Ada@ACME.com ', 'ada@acme.com'],
		['name', ' Ada Lovelace ', 'Ada Lovelace'],
		['linkedinProfileUrl', 'https://linkedin.com/in/Ada', 'https://linkedin.com/in/Ada'],
		['phoneNumber', 4930123456, '4930123456'],
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
	])('%j are %j', (match, ids) => {
		const idsOf = (people: Person[]) => people.map(({ personId }) => personId);
		expect(idsOf(exactMatches(PEOPLE, match))).toEqual(ids);
		expect(idsOf(new PeopleByMatch(PEOPLE).find(match))).toEqual(ids);
	});

	test('are found by all that tells people apart', () => {
		const names = matchKeys({ name: ' Ada ', email: 'Ada@ACME.com', domain: 'acme.com', phoneNumber: null });
		expect(names).toEqual(['email:ada@acme.com', 'name:Ada']);
	});

	test('are each there once, by the ID alone', () => {
		const nameless = [{ email: 'a@b' }, { personId: null, email: 'a@b' }] as unknown as Person[];
		const [old, now] = [person('p1', { domain: 'old' }), person('p1', { domain: 'new' })];
		const people = [old, person('p2'), now, ...nameless];
		expect(uniquePeople(people)).toEqual([now, person('p2'), ...nameless]);
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

describe('The match that the form asks for', () => {
	test.each<[object, Match]>([
		[
			{ matchOn: 'name', matchValue: 'Ada' },
			{ field: 'name', value: 'Ada' },
		],
		[
			{ matchOn: 'phoneNumber', matchValue: 4930123456 },
			{ field: 'phoneNumber', value: '4930123456' },
		],
		[{ matchValue: ' ada@acme.com ' }, { field: 'email', value: 'ada@acme.com' }],
		[
			{ matchOn: null, matchValue: null },
			{ field: 'email', value: '' },
		],
		[{}, { field: 'email', value: '' }],
	])('%j is %j', (form, match) => {
		expect(matchOf(formWith({ ...form }))).toEqual(match);
	});
});
