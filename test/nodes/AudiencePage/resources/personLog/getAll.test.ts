import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { calls, queries } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { persons: 3, personLogs: 6 } });

const aPersonId = () => nth(sandbox().store.persons.all()).personId;
const logOf = (personId: string) => sandbox().store.personLogs.of(personId).all();

const getAll = async (parameters: INodeParameters = {}) =>
	await runNode(sandbox(), {
		resource: 'personLog',
		operation: 'getAll',
		personId: byId(aPersonId()),
		...parameters,
	});

describe('Person Log > Get Many', () => {
	test('reads the entries that are not deleted', async () => {
		const { items } = await getAll();
		const present = logOf(aPersonId()).filter(({ deletedAt }) => deletedAt === null);
		expect(calls(sandbox())).toEqual([`GET /v0/persons/${aPersonId()}/logs`]);
		expect(queries(sandbox())).toEqual(['limit=50']);
		expect(items).toEqual(present.map((json) => ({ json, pairedItem: { item: 0 } })));
		expect(items).toHaveLength(4);
	});

	test('reads the deleted ones too where they are asked for', async () => {
		const { json } = await getAll({ filters: { includeDeleted: true } });
		expect(queries(sandbox())).toEqual(['includeDeleted=true&limit=50']);
		expect(json).toEqual(logOf(aPersonId()));
	});
});
