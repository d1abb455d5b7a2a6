import type { IDataObject } from 'n8n-workflow';

import { KeptPeople, knownPeople } from '../../../../../nodes/AudiencePage/resources/person/keptPeople';
import { contextWith } from '../../execution/keptContext';

const ada = { personId: 'p1', email: 'ada@acme.com' };
const EMAIL = 'email:ada@acme.com';

describe('Kept people', () => {
	test('are those of one tenant, for every later run and call of the execution', () => {
		const kept: IDataObject = {};
		const keptBy = (run: number, tenant: string, isTool = false) =>
			new KeptPeople(contextWith({ executionId: 'e1', kept, run, isTool }), tenant);
		keptBy(0, 'a').keep(ada, [EMAIL]);
		keptBy(0, 'a').markUncertain(['email:bea@acme.com']);
		expect(keptBy(1, 'a').people).toEqual([{ person: ada }]);
		expect(keptBy(7, 'a', true).uncertain).toEqual(['email:bea@acme.com']);
		expect([keptBy(1, 'b').people, keptBy(1, 'b').uncertain]).toEqual([[], []]);
	});

	test('are as the last run has left them', () => {
		const people = new KeptPeople(contextWith({ executionId: 'e1' }), 'a');
		people.keep(ada, [EMAIL]);
		const renamed = { ...ada, email: 'ada@lovelace.org' };
		people.keep(renamed, ['email:ada@lovelace.org'], ada);
		expect(people.people).toEqual([{ person: renamed }]);
	});

	test('end with a call of which n8n keeps nothing', () => {
		const context = contextWith({ kept: false });
		new KeptPeople(context, 'a').keep(ada, [EMAIL]);
		expect(new KeptPeople(context, 'a').people).toEqual([{ person: ada }]);
		expect(new KeptPeople(contextWith({ kept: false }), 'a').people).toEqual([]);
	});

	test('are newer than what a previous attempt has left', () => {
		const before = [{ ...ada, email: 'old@acme.com' }, { personId: '' }];
		expect(knownPeople(before, [{ person: ada }])).toEqual([{ person: { personId: '' } }, { person: ada }]);
	});
});
