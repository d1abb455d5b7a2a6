import type { INodeParameters } from 'n8n-workflow';

import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { calls, queries } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { accounts: 3, accountLogs: 5 } });

const anAccountId = (index = 0) => nth(sandbox().store.accounts.all(), index).accountId;
const logOf = (accountId: string) => sandbox().store.accountLogs.of(accountId).all();

const getAll = async (parameters: INodeParameters, accountId = anAccountId()) =>
	await runNode(sandbox(), { resource: 'accountLog', operation: 'getAll', accountId, ...parameters });

describe('Account Log > Get Many', () => {
	test('reads the entries that are not deleted', async () => {
		const present = logOf(anAccountId()).filter(({ deletedAt }) => deletedAt === null);
		const { json } = await getAll({ returnAll: true });

		expect(calls(sandbox())).toEqual([`GET /v0/accounts/${anAccountId()}/logs`]);
		expect(queries(sandbox())).toEqual(['limit=100']);
		expect(json).toEqual(present);
	});

	test.each([
		[{ includeDeleted: true }, 'includeDeleted=true&limit=100'],
		[{ includeDeleted: '={{ true }}' }, 'includeDeleted=true&limit=100'],
		[{ includeDeleted: '={{ "true" }}' }, 'includeDeleted=true&limit=100'],
		[{ includeDeleted: false }, 'limit=100'],
		[{ includeDeleted: '={{ "" }}' }, 'limit=100'],
		[{}, 'limit=100'],
	])('filters %j send ?%s', async (filters, query) => {
		await getAll({ returnAll: true, filters });
		expect(queries(sandbox())).toEqual([query]);
	});

	test('with Include Deleted it reads the deleted ones too', async () => {
		const all = logOf(anAccountId());
		nth(all).deletedAt = '+1795000000000';
		const { json } = await getAll({ returnAll: true, filters: { includeDeleted: true } });
		expect(json).toEqual(all);
	});
});
