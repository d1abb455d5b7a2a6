import type { INodeParameters } from 'n8n-workflow';

import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { bodies, calls } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { accounts: 3 } });

const anAccountId = (index = 0) => nth(sandbox().store.accounts.all(), index).accountId;

const update = async (parameters: INodeParameters, items = [{}] as Array<Record<string, string>>) =>
	await runNode(
		sandbox(),
		{ resource: 'account', operation: 'update', accountId: anAccountId(), name: 'Acme', ...parameters },
		{ items },
	);

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

	test('each item updates its own account', async () => {
		const rows = [2, 1].map((index) => ({ id: anAccountId(index), name: `Account ${index}` }));
		const { items } = await update({ accountId: '={{ $json.id }}', name: '={{ $json.name }}' }, rows);
		expect(items.map(({ json, pairedItem }) => [json.accountId, json.name, pairedItem])).toEqual(
			rows.map(({ id, name }, item) => [id, name, { item }]),
		);
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
		['no account', { accountId: '={{ undefined }}' }, 'Account ID must not be empty'],
		['a domain for an ID', { accountId: 'acme.com' }, 'Account ID must be account_ followed by 26'],
		[
			'an ID of 25 characters',
			{ accountId: `account_${'a'.repeat(25)}` },
			'Account ID must be account_ followed by 26',
		],
		[
			'an ID of 27 characters',
			{ accountId: `account_${'a'.repeat(27)}` },
			'Account ID must be account_ followed by 26',
		],
	])('%s is refused before anything is sent', async (_what, parameters, message) => {
		const { error, items } = await update(parameters);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Nothing was sent for item 0');
		expect(items).toEqual([]);
		expect(calls(sandbox())).toEqual([]);
	});

	test('the error names the item', async () => {
		const { error } = await update({ name: '={{ $json.name }}' }, [{ name: 'Acme' }, { name: '' }]);
		expect(error).toMatchObject({ message: 'Name must not be empty', context: { itemIndex: 1 } });
	});

	test('an account that the service does not know is named in the error', async () => {
		const accountId = `account_${'0'.repeat(26)}`;
		const { error } = await update({ accountId });
		expect(error?.description).toContain(`/v0/accounts/${accountId} (404)`);
		expect(error?.message).toContain('Check the IDs');
	});
});
