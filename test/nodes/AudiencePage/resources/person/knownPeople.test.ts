import { KeptPeople, KnownPeople } from '../../../../../nodes/AudiencePage/resources/person/knownPeople';
import { PersonLookup } from '../../../../../nodes/AudiencePage/resources/person/personLookup';
import { executionWith } from '../../execution/keptContext';

const EMAIL = 'email:ada@acme.com';
const BEA = 'email:bea@acme.com';
const ada = { person: { personId: 'p1', email: 'ada@acme.com' }, keys: [EMAIL] };
const renamed = {
	person: { ...ada.person, email: 'ada@lovelace.org' },
	keys: ['email:ada@lovelace.org', 'name:Ada'],
};

const peopleOf = (known: KnownPeople, key: string) => known.find(key).map(({ person }) => person);

test('Whoever is found as before is not kept; whoever was kept or is uncertain is, with what found them formerly', () => {
	const people = new KeptPeople(executionWith({ executionId: 'e1' }), 'a');
	people.keep(ada, ada.person);
	expect(people.get('p1')).toBeUndefined();
	people.keep({ ...ada, otherwise: ada.person }, ada.person);
	expect(people.get('p1')).toBeDefined();
	people.keep(renamed, ada.person);
	people.keep(renamed, renamed.person);
	expect(people.get('p1')).toEqual({ ...renamed, formerKeys: [EMAIL] });
	expect([EMAIL, ...renamed.keys].map((key) => peopleOf(people, key))).toEqual([
		[],
		[renamed.person],
		[renamed.person],
	]);
});

test('People on top of others are known better, until they are forgotten; each is found once', () => {
	const others = new KnownPeople();
	others.set(ada);
	const known = new KnownPeople(others);
	expect(peopleOf(known, EMAIL)).toEqual([ada.person]);
	known.set(renamed);
	known.set({ ...renamed, keys: [EMAIL] });
	expect([EMAIL, 'name:Ada'].map((key) => peopleOf(known, key))).toEqual([[renamed.person], []]);
	known.forget(undefined, 'name:Ada');
	expect(peopleOf(known, EMAIL)).toEqual([ada.person]);
	known.set(renamed);
	known.forget('p1', BEA);
	expect(known.get('p1')).toEqual(ada);
	expect(known.get('constructor')).toBeUndefined();
});

test('Of whom a previous attempt and the execution have left, the latter counts; whoever has no ID may exist', async () => {
	const kept = new KeptPeople(executionWith({ executionId: 'e1' }), 'a');
	kept.keep(renamed);
	const written = [
		ada.person,
		{ personId: 'p2', name: 'Old' },
		{ personId: 'p2', name: 'Cy' },
		{ name: 'Bea' },
	];
	const lookup = await PersonLookup.ofWriter({ written, unknown: [{ email: 'bea@acme.com' }] }, kept);
	const [p1, p2, p3] = ['p1', 'p2', 'p3'].map((personId) => lookup.otherwise({ personId }));
	expect([p1, p2, p3]).toEqual([renamed.person, written[2], undefined]);
	const doubts = ['Bea', 'Ada'].map((value) => lookup.doubtOf(undefined, { field: 'name', value }));
	expect(doubts).toEqual([expect.stringContaining('may belong'), undefined]);
	expect(lookup.doubtOf(undefined, { field: 'email', value: 'BEA@acme.com' })).toBeDefined();
	lookup.remember({ field: 'email', value: 'ada@acme.com' }, ada.person, {});
	expect(lookup.otherwise(ada.person)).toBeUndefined();
});
