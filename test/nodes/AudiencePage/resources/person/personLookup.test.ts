import { KeptPeople } from '../../../../../nodes/AudiencePage/resources/person/keptPeople';
import { PeopleBefore } from '../../../../../nodes/AudiencePage/resources/person/peopleBefore';
import { PersonLookup } from '../../../../../nodes/AudiencePage/resources/person/personLookup';
import { executionWith } from '../../execution/keptContext';

const ada = { personId: 'p1', name: 'Ada' };
const byName = (value: string) => ({ field: 'name' as const, value });

/** A lookup of a run whose previous attempt has left these people. */
async function lookupAfter(
	written: Array<{ personId: string; name: string }>,
	kept = new KeptPeople(executionWith({}), 'a'),
) {
	return new PersonLookup(await PeopleBefore.of({ written, unknown: [] }, kept), kept);
}

test('Whom a previous attempt has written is known by their ID; whoever has none may exist', async () => {
	const lookup = await lookupAfter([{ personId: '', name: 'Bea' }, { ...ada, name: 'A' }, ada]);
	expect(['p1', '', 'p2'].map((personId) => lookup.asWrittenBefore({ personId }))).toEqual([
		ada,
		undefined,
		undefined,
	]);
	expect(['Bea', 'Ada'].map((name) => lookup.mayExist(byName(name)))).toEqual([true, false]);
	lookup.remember(byName('Ada'), ada, {});
	expect(lookup.asWrittenBefore(ada)).toBeUndefined();
});

test('Of whom the execution has left, and a previous attempt too, the former counts', async () => {
	const kept = new KeptPeople(executionWith({ executionId: 'e1' }), 'a');
	kept.keep(ada, ['name:Ada']);
	const lookup = await lookupAfter([{ ...ada, name: 'A' }], kept);
	expect(lookup.asWrittenBefore(ada)).toEqual(ada);
});
