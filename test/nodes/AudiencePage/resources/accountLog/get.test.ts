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

	test.each([
		['a..b/.c', 'a..b%2F.c'],
		['a/b?x=1#y', 'a%2Fb%3Fx%3D1%23y'],
		['%2e%2e', '%252e%252e'],
		['ä 😀', '%C3%A4%20%F0%9F%98%80'],
		['...', '...'],
	])('the ID %s is one segment of the path: %s', async (id, segment) => {
		const { accountId } = anEntry();
		await get(accountId, id);
		expect(sandbox().requests).toMatchObject([{ url: `/v0/accounts/${accountId}/logs/${segment}` }]);
	});

	test.each([
		['={{ "" }}', 'Account Log ID must not be empty'],
		['={{ null }}', 'Account Log ID must not be empty'],
		['.', 'Account Log ID must be an ID, not a path'],
		['..', 'Account Log ID must be an ID, not a path'],
		['../x', 'Account Log ID must be an ID, not a path'],
		['x/..', 'Account Log ID must be an ID, not a path'],
		['x/./y', 'Account Log ID must be an ID, not a path'],
		['..\\x', 'Account Log ID must be an ID, not a path'],
		['={{ "x\\n/../y" }}', 'Account Log ID must be an ID, not a path'],
	])('the ID %j is refused before anything is sent', async (id, message) => {
		const { error } = await get(anEntry().accountId, id);
		expect(error?.message).toContain(message);
		expect(sandbox().requests).toEqual([]);
	});

	test('an account ID of the wrong pattern is refused before anything is sent', async () => {
		const { error } = await get('acme.com', anEntry().accountLogId);
		expect(error?.message).toContain(
			'Account ID must be account_ followed by 26 lower-case letters or digits',
		);
		expect(sandbox().requests).toEqual([]);
	});

	test('an ID that the service does not know is named in the error', async () => {
		const { error } = await get(anEntry().accountId, 'log_unknown');
		expect(error?.description).toContain('/logs/log_unknown (404)');
		expect(error?.message).toContain('Check the IDs');
	});
});
