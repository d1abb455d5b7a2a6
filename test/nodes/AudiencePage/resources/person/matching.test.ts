import {
	addByKey,
	differences,
	normalizedValue,
	exactMatches,
	matchKey,
	type Person,
} from '../../../../../nodes/AudiencePage/resources/person/matching';
import type { MatchField } from '../../../../../nodes/AudiencePage/resources/person/fields';

const person = (personId: string, fields: object = {}): Person => ({ personId, ...fields });

test.each([
	['linkedinProfileUrl', ' http://linkedin.com/in/Ada/ ', 'https://www.linkedin.com/in/ada'],
	['email', ' <Ada@ACME.com> ', 'ada@acme.com'],
	['name', ' Ada  Lovelace', 'Ada Lovelace'],
	['phoneNumber', 4930123456, '4930123456'],
	['phoneNumber', '0049 (0)30/12-34-56', '+4930123456'],
	['name', 0, '0'],
	['name', false, 'false'],
	['name', null, ''],
	['name', '  ', ''],
	['name', { toString: 1 }, '{"toString":1}'],
])('%s %j is compared as %j', (field, value, key) => {
	expect(normalizedValue(field, value)).toBe(key);
});

const PEOPLE = [
	person('p1', { email: 'ada@acme.com', name: 'Ada' }),
	person('p2', { email: ' ADA@acme.com', name: 'ada' }),
	person('p3', { email: 'ada@acme.company', name: 'Ada Lovelace' }),
	person('p4', { email: null }),
	person('p5', { email: 7, name: ['Ada'], phoneNumber: 4930123456 }),
	person('p6', { email: '', name: ' ', phoneNumber: undefined }),
];

test.each<[MatchField, string, string[]]>([
	['email', 'Ada@Acme.com', ['p1', 'p2']],
	['name', ' Ada ', ['p1']],
	['phoneNumber', '4930123456', ['p5']],
	// Nobody is found by nothing.
	['email', '', []],
	['linkedinProfileUrl', ' ', []],
])('The people whose %s is %j are %j', async (field, value, ids) => {
	const match = { field, value, label: 'Match Value' };
	const idsOf = (people: Person[]) => people.map(({ personId }) => personId);
	expect(idsOf(exactMatches(PEOPLE, match))).toEqual(ids);
	const byKey = new Map<string, Person[]>();
	for (const each of PEOPLE) addByKey(byKey, each);
	expect(idsOf(byKey.get(matchKey(match)) ?? [])).toEqual(ids);
});

test.each([
	[{ name: ' Ada ', email: 'ADA@acme.com' }, {}],
	[{ name: 'ada' }, { name: 'ada' }],
	[{ name: 'Ada', phoneNumber: '+4930123456' }, { phoneNumber: '+4930123456' }],
	[{ domain: null, linkedinProfileUrl: '' }, {}],
	[{ name: null }, { name: null }],
	[{ age: 7, tags: '["a"]' }, {}],
])('Where %j is wanted, %j differs', (wanted, different) => {
	const ada = { name: 'Ada', email: 'ada@acme.com', domain: null, age: '7', tags: ['a'] };
	expect(differences(person('p1', ada), wanted)).toEqual(different);
});
