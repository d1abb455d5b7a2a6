import {
	keptPeople,
	KnownPeople,
} from '../../../../../nodes/AudiencePage/resources/person/knownPeople';
import { PersonLookup } from '../../../../../nodes/AudiencePage/resources/person/personLookup';
import { executionWith } from '../../execution/keptContext';

const ada = { personId: 'p1', email: 'ada@acme.com' };
const renamed = { ...ada, name: 'Ada' };
const byEmail = { field: 'email' as const, value: ada.email };

test('Of whom a previous attempt and the execution have left, the latter counts; whoever has no ID may exist', async () => {
	const kept = keptPeople(executionWith({ executionId: 'e1' }), 'a');
	kept.set({ person: renamed, keys: ['email:ada@acme.com'] });
	const old = { personId: 'p2', name: 'Old' };
	const written = [ada, old, { ...old, name: 'Cy', leftOut: { email: 'Why' } }, { name: 'Bea' }];
	const lookup = await PersonLookup.ofWriter(
		{ written, unknown: [{ email: 'bea@acme.com' }] },
		kept,
	);
	const versions = ['p1', 'p2', 'p3'].map((personId) => lookup.otherwise({ personId }));
	expect(versions).toEqual([renamed, { ...old, name: 'Cy' }, undefined]);
	const doubts = ['Bea', 'Ada'].map((value) => lookup.doubtOf(undefined, { field: 'name', value }));
	expect(doubts).toEqual([expect.stringContaining('may belong'), undefined]);
	expect(lookup.doubtOf(undefined, { field: 'email', value: 'BEA@acme.com' })).toBeDefined();
	lookup.remember(byEmail, ada, {}, false);
	expect(lookup.otherwise(ada)).toBeUndefined();
	expect(kept.get('p1')).toEqual({ person: ada, keys: ['email:ada@acme.com'] });
});

test('Whoever has all that a lost creation has sent is whom it has created; whoever lacks some of it is not', async () => {
	const kept = keptPeople(executionWith({ executionId: 'e1' }), 'a');
	const lookup = new PersonLookup(new KnownPeople(kept), kept);
	lookup.markUncertain({ email: ada.email, name: 'Ada' });
	expect(lookup.doubtOf(ada, byEmail)).toContain(
		'finds p1, and a person with this value may already have',
	);
	expect(lookup.doubtOf(renamed, byEmail)).toBeUndefined();
	lookup.rememberUnchanged(byEmail, renamed);
	for (const one of [lookup, new PersonLookup(kept)])
		expect(one.doubtOf(undefined, byEmail)).toBeUndefined();
});
