import { PersonLookup } from '../../../../../nodes/AudiencePage/resources/person/personLookup';

test('Whom another run has written is known by their ID, and nobody by none', () => {
	const ada = { personId: 'p1', name: 'Ada' };
	const lookup = new PersonLookup([
		{ person: { personId: '', name: 'Bea' } },
		{ person: { ...ada, name: 'A' } },
		{ person: ada },
	]);
	expect(['p1', '', 'p2'].map((personId) => lookup.asWrittenBefore({ personId }))).toEqual([
		ada,
		undefined,
		undefined,
	]);
	lookup.remember({ field: 'name', value: 'Ada' }, ada, {});
	expect(lookup.asWrittenBefore(ada)).toBeUndefined();
});
