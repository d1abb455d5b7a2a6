import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox();

const get = async (accountId: string, accountLogId: string) =>
	await runNode(sandbox(), { resource: 'accountLog', operation: 'get', accountId, accountLogId });

const anEntry = () => {
	const { accounts, accountLogs } = sandbox().store;
	return nth(accountLogs.of(nth(accounts.all()).accountId).all());
};

describe('Account Log > Get', () => {
	test('reads the entry', async () => {
		const entry = anEntry();
		const { items } = await get(entry.accountId, entry.accountLogId);
		expect(sandbox().requests).toMatchObject([
			{ method: 'GET', url: `/v0/accounts/${entry.accountId}/logs/${entry.accountLogId}`, rawBody: '' },
		]);
		expect(items).toEqual([{ json: { ...entry }, pairedItem: { item: 0 } }]);
	});
});
