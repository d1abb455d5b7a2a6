import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { calls, queries } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { persons: 3, personLogs: 6 } });

const aPersonId = (index = 0) => nth(sandbox().store.persons.all(), index).personId;
const logOf = (personId: string) => sandbox().store.personLogs.of(personId).all();

const getAll = async (
	parameters: INodeParameters = {},
	personId: INodeParameters | string = byId(aPersonId()),
	items = [{}] as Array<Record<string, string>>,
) =>
	await runNode(
		sandbox(),
		{ resource: 'personLog', operation: 'getAll', personId, ...parameters },
		{ items },
	);

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

	test('several items: each reads its own log', async () => {
		const ids = [aPersonId(2), aPersonId(1)];
		const { items } = await getAll(
			{ limit: 1 },
			'={{ $json.id }}',
			ids.map((id) => ({ id })),
		);
		expect(items.map(({ json, pairedItem }) => [json.personId, pairedItem])).toEqual([
			[ids[0], { item: 0 }],
			[ids[1], { item: 1 }],
		]);
	});

	test('a person whom the service does not know is named in the error', async () => {
		const { error } = await getAll({}, byId('person_unknown'));
		expect(error?.description).toContain('/v0/persons/person_unknown/logs (404)');
		expect(error?.message).toContain('Check the IDs');
	});
});
