import { KeptPeople } from '../../../../../nodes/AudiencePage/resources/person/knownPeople';
import { PersonLookup } from '../../../../../nodes/AudiencePage/resources/person/personLookup';
import { executionWith } from '../../execution/keptContext';

const ada = { personId: 'p1', email: 'ada@acme.com' };
const renamed = { ...ada, email: 'ada@lovelace.org', name: 'Ada' };
const EMAIL = 'email:ada@acme.com';
const byEmail = { field: 'email' as const, value: ada.email };

test('Of whom a previous attempt and the execution have left, the latter counts; whoever has no ID may exist', async () => {
	const kept = new KeptPeople(executionWith({ executionId: 'e1' }), 'a');
	const keys = ['email:ada@lovelace.org', 'name:Ada'];
	kept.keep({ person: ada, keys: [EMAIL] });
	kept.keep({ person: renamed, keys }, ada);
	kept.keep({ person: renamed, keys }, renamed);
	expect(kept.find(EMAIL)).toEqual([]);
	expect(kept.find('name:Ada')).toEqual([{ person: renamed, keys, formerKeys: [EMAIL] }]);
	const old = { personId: 'p2', name: 'Old' };
	const written = [ada, old, { ...old, name: 'Cy', leftOut: { email: 'Why' } }, { name: 'Bea' }];
	const lookup = await PersonLookup.ofWriter({ written, unknown: [{ email: 'bea@acme.com' }] }, kept);
	const versions = ['p1', 'p2', 'p3'].map((personId) => lookup.otherwise({ personId }));
	expect(versions).toEqual([renamed, { ...old, name: 'Cy' }, undefined]);
	const doubts = ['Bea', 'Ada'].map((value) => lookup.doubtOf(undefined, { field: 'name', value }));
	expect(doubts).toEqual([expect.stringContaining('may belong'), undefined]);
	expect(lookup.doubtOf(undefined, { field: 'email', value: 'BEA@acme.com' })).toBeDefined();
	lookup.remember(byEmail, ada, {});
	expect(lookup.otherwise(ada)).toBeUndefined();
	lookup.markPossiblyUpdated({ field: 'name', value: 'Ada' }, ada, { email: 'new@acme.com' });
	expect(kept.find('email:new@acme.com')).toHaveLength(1);
	expect(lookup.doubtOf(ada, byEmail)).toContain('may have changed');
	expect(lookup.doubtOf({ personId: 'p1' }, byEmail)).toBeUndefined();
});
