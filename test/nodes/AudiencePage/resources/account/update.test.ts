import type { INodeParameters } from 'n8n-workflow';

import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { bodies, calls } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { accounts: 3 } });

const anAccountId = () => nth(sandbox().store.accounts.all()).accountId;

const update = async (parameters: INodeParameters) =>
	await runNode(sandbox(), {
		resource: 'account',
		operation: 'update',
		accountId: anAccountId(),
		name: 'Acme',
		...parameters,
	});

describe('Account > Update', () => {
	test('sends the name, and gives the account as it is now with the people of its domain', async () => {
		const { items, error } = await update({ name: 'Acme Corporation' });

		expect(error).toBeUndefined();
		expect(calls(sandbox())).toEqual([`PATCH /v0/accounts/${anAccountId()}`]);
		expect(sandbox().requests).toMatchObject([{ headers: { 'content-type': 'application/json' } }]);
		expect(bodies(sandbox())).toEqual([{ name: 'Acme Corporation' }]);
		const account = sandbox().store.accounts.get(anAccountId());
		const ofDomain = sandbox()
			.store.persons.all()
			.filter(({ domain }) => domain === account?.domain);
		expect(ofDomain.length).toBeGreaterThan(0);
		expect(items).toEqual([
			{
				json: { ...account, name: 'Acme Corporation', linkedPersons: ofDomain },
				pairedItem: { item: 0 },
			},
		]);
	});

	test.each([
		['1 character', 'x'],
		['255 characters', 'x'.repeat(255)],
		['255 characters that are two units each', '😀'.repeat(255)],
		['a number', '={{ 7 }}'],
	])('a name of %s is sent', async (_what, name) => {
		const { error } = await update({ name });
		expect(error).toBeUndefined();
		expect(bodies(sandbox())).toEqual([{ name: name === '={{ 7 }}' ? '7' : name }]);
	});

	test.each<[string, INodeParameters, string]>([
		['no name', { name: '={{ "" }}' }, 'Name must not be empty'],
		['a name that is null', { name: '={{ null }}' }, 'Name must not be empty'],
		['a name of 256 characters', { name: 'x'.repeat(256) }, 'Name must be 1 to 255 characters long'],
		['a name that is an object', { name: '={{ ({ a: 1 }) }}' }, 'Name must be text'],
	])('%s is refused before anything is sent', async (_what, parameters, message) => {
		const { error, items } = await update(parameters);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Nothing was sent for item 0');
		expect(items).toEqual([]);
		expect(calls(sandbox())).toEqual([]);
	});
});
