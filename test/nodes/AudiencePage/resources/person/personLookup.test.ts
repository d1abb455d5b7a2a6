import { PersonLookup } from '../../../../../nodes/AudiencePage/resources/person/personLookup';

test('Whom a previous attempt has written is known by their ID, and nobody by none', async () => {
	const ada = { personId: 'p1', name: 'Ada' };
	const lookup = await PersonLookup.after([{ personId: '', name: 'Bea' }, { ...ada, name: 'A' }, ada], []);
	expect(['p1', '', 'p2'].map((personId) => lookup.asWrittenBefore({ personId }))).toEqual([
		ada,
		undefined,
		undefined,
	]);
	lookup.remember({ field: 'name', value: 'Ada' }, ada, {});
	expect(lookup.asWrittenBefore(ada)).toBeUndefined();
});
