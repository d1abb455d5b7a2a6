import type { MatchField } from '../../../../../nodes/AudiencePage/resources/person/fields';
import {
	differences,
	matchKey,
	normalizedValue,
	peopleByKey,
	type Person,
} from '../../../../../nodes/AudiencePage/resources/person/matching';

test.each([
	['linkedinProfileUrl', ' http://linkedin.com/in/Ada/ ', 'https://www.linkedin.com/in/ada'],
	['email', ' <Ada@ACME.com> ', 'ada@acme.com'],
	['name', ' Ada  Lovelace', 'Ada Lovelace'],
	['phoneNumber', 4930123456, '4930123456'],
	['phoneNumber', '0049 (0)30/12-34-56', '+4930123456'],
	['slug', ' ada ', 'ada'],
	['name', 0, '0'],
	['name', ['Ada'], '["Ada"]'],
	['name', null, ''],
	['name', '  ', ''],
])('%s %j is compared as %j', (field, value, compared) => {
	expect(normalizedValue(field, value)).toBe(compared);
});

const PEOPLE: Person[] = [
	{ personId: 'p1', email: 'ada@acme.com', name: 'Ada' },
	{ personId: 'p2', email: ' ADA@acme.com', name: 'ada' },
	{ personId: 'p3', email: 'ada@acme.company', name: 'Ada Lovelace' },
	{ personId: 'p4', email: null, name: ' ', phoneNumber: '+4930123456' },
];

test.each<[MatchField, string, string[]]>([
	['email', 'Ada@Acme.com', ['p1', 'p2']],
	['name', ' Ada ', ['p1']],
	['phoneNumber', '+49 30 123456', ['p4']],
	['linkedinProfileUrl', 'https://www.linkedin.com/in/ada', []],
	['name', '+4930123456', []],
])('The people whose %s is %j are %j', (field, value, ids) => {
	const matching = peopleByKey(PEOPLE).get(matchKey({ field, value })) ?? [];
	expect(matching.map(({ personId }) => personId)).toEqual(ids);
});

test.each(['email', 'name'] as const)('Nobody is found by an empty %s', (field) => {
	expect(peopleByKey(PEOPLE).get(matchKey({ field, value: '' }))).toBeUndefined();
});

test.each([
	[{ name: ' Ada ', email: 'ADA@acme.com' }, {}],
	[{ name: 'ada' }, { name: 'ada' }],
	[{ name: 'Ada', phoneNumber: '+4930123456' }, { phoneNumber: '+4930123456' }],
	[{ domain: null, linkedinProfileUrl: '' }, {}],
	[{ name: null }, { name: null }],
])('Where %j is wanted, %j differs', (wanted, different) => {
	const ada = { personId: 'p1', name: 'Ada', email: 'ada@acme.com', domain: null };
	expect(differences(ada, wanted)).toEqual(different);
});
