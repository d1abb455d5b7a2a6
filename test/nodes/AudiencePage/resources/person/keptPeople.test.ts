import type { IDataObject } from 'n8n-workflow';

import { KeptPeople } from '../../../../../nodes/AudiencePage/resources/person/keptPeople';
import * as matching from '../../../../../nodes/AudiencePage/resources/person/matching';
import { executionWith } from '../../execution/keptContext';

const ada = { personId: 'p1', email: 'ada@acme.com' };
const EMAIL = 'email:ada@acme.com';
const BEA = 'email:bea@acme.com';

const foundBy = async (people: KeptPeople, key: string) => (await people.people()).find(key);

describe('Kept people', () => {
	test('are those of one tenant, for every later run and call of the execution', async () => {
		const kept: IDataObject = {};
		const keptBy = (run: number, tenant: string, isTool = false) =>
			new KeptPeople(executionWith({ executionId: 'e1', kept, run, isTool }), tenant);
		keptBy(0, 'a').keep(ada, [EMAIL]);
		keptBy(0, 'a').markUncertain([BEA]);
		expect(await foundBy(keptBy(1, 'a'), EMAIL)).toEqual([ada]);
		expect(await foundBy(keptBy(7, 'a', true), EMAIL)).toEqual([ada]);
		expect(await foundBy(keptBy(1, 'b'), EMAIL)).toEqual([]);
		expect(['a', 'b'].map((tenant) => keptBy(1, tenant).uncertainKeys(BEA))).toEqual([[BEA], undefined]);
	});

	test('are as the last run has left them, in another process too', async () => {
		const kept: IDataObject = {};
		const people = new KeptPeople(executionWith({ executionId: 'e1', kept }), 'a');
		people.keep(ada, [EMAIL]);
		const here = await people.people();
		const renamed = { ...ada, email: 'ada@lovelace.org' };
		people.keep(renamed, ['email:ada@lovelace.org', 'name:Ada'], ada);
		const saved = JSON.parse(JSON.stringify(kept)) as IDataObject;
		const there = await new KeptPeople(executionWith({ executionId: 'e1', kept: saved }), 'a').people();
		for (const people of [here, there]) {
			expect([EMAIL, 'email:ada@lovelace.org', 'name:Ada'].map((key) => people.find(key))).toEqual([
				[],
				[renamed],
				[renamed],
			]);
		}
	});

	test('are gone through once, however many runs there are', async () => {
		const kept: IDataObject = {};
		const read = jest.spyOn(matching, 'matchKeys');
		for (let run = 0; run < 200; run++) {
			const people = new KeptPeople(executionWith({ executionId: 'e1', kept, run }), 'a');
			expect(await foundBy(people, EMAIL)).toEqual([]);
			people.keep({ personId: `p${run}`, email: `p${run}@acme.com` }, [`email:p${run}@acme.com`]);
		}
		expect(read.mock.calls.length).toBeLessThan(1000);
		read.mockRestore();
	});

	test('end with a call of which n8n keeps nothing', async () => {
		const context = executionWith({ kept: false });
		new KeptPeople(context, 'a').keep(ada, [EMAIL]);
		expect(await foundBy(new KeptPeople(context, 'a'), EMAIL)).toEqual([ada]);
		expect(await foundBy(new KeptPeople(executionWith({ kept: false }), 'a'), EMAIL)).toEqual([]);
	});
});
