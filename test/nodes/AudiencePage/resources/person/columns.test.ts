/** Data to Send: Auto-Map Input Data to Fields. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { details, name } from '../../../../../nodes/AudiencePage/resources/person/fields';
import { byId } from '../../../../support/locators';
import { runNode } from '../../../../support/runNode';
import { addPerson, outcomes, useNobody, writes } from './people';

const { sandbox } = useNobody();

const run = async (operation: string, items: IDataObject[], parameters: INodeParameters = {}) => {
	const form = { resource: 'person', operation, dataToSend: 'autoMapInputData', ...parameters };
	const done = await runNode(sandbox(), form, { items });
	return { ...done, bodies: writes(sandbox()).map(({ body }) => body) };
};

const ROW = {
	...{ 'Full Name': 'Ada Lovelace', 'E-Mail': 'ada@acme.com' },
	...{ Phone: '0049 (0)30/12-34', LinkedIn: 'in/ada' },
};
const ADA = {
	...{ name: 'Ada Lovelace', email: 'ada@acme.com' },
	...{ linkedinProfileUrl: 'in/ada', phoneNumber: '+49301234' },
};

test.each<[string, (field: string) => string]>([
	['the service calls it', (field) => field],
	['the form calls it', (field) => field.replace(/[A-Z]/g, ' $&')],
	['others write it', (field) => field.replace(/[A-Z]/g, '_$&').toUpperCase()],
])('Every field has its column, as %s', async (_who, columnOf) => {
	const person = { ...ADA, domain: 'acme.com' };
	const columns = Object.entries(person).map(([field, value]) => [columnOf(field), value] as const);
	expect(Object.keys(person).sort()).toEqual([name, ...details].map((field) => field.name).sort());
	expect((await run('create', [Object.fromEntries(columns)])).bodies).toEqual([person]);
});

test('Create or Update takes the match value from its column', async () => {
	const { personId } = addPerson(sandbox(), { ...ADA, name: 'Ada King' });
	const changed = await run('upsert', [ROW, { ...ROW, 'E-Mail': 'Bob@acme.com' }]);
	expect(outcomes(changed)).toEqual(['updated', 'created']);
	expect(changed.bodies).toEqual([{ name: 'Ada Lovelace' }, { ...ADA, email: 'Bob@acme.com' }]);
	expect(changed.json[0]).toMatchObject({ personId });
});

test.each<[string, IDataObject, string]>([
	['make the name', { 'First Name': ' Ada ', last_name: 'Lovelace' }, 'Ada Lovelace'],
	['give way to the name', { name: 'Ada King', firstName: 'Ada', lastName: 'Lovelace' }, 'Ada King'],
	['make it where its column is empty', { name: ' ', firstName: '', lastName: 'King' }, 'King'],
])('First Name and Last Name %s', async (_what, item, name) => {
	expect((await run('create', [item])).bodies).toEqual([{ name }]);
});

test('One of them alone does not shorten the name of a person in Update', async () => {
	const { personId } = addPerson(sandbox(), ADA);
	const items = [{ firstName: 'Ada', domain: 'acme.com' }];
	const { hints, bodies } = await run('update', items, { personId: byId(personId) });
	expect(bodies).toEqual([{ domain: 'acme.com' }]);
	expect(hints).toEqual([
		'Where an item has only a First Name or only a Last Name, the name was not changed.',
	]);
});

test('Columns that fit nothing are not sent, and one hint names them', async () => {
	const hostile = JSON.parse('{"__proto__": {"name": "Eve"}, "constructor": "Eve"}') as IDataObject;
	const items = [
		{ name: 'Ada', Notes: 'x', ...hostile },
		{ name: 'Bob', Notes: 'y', Company: 'Acme' },
	];
	const { hints, bodies } = await run('create', items);
	expect(bodies).toEqual([{ name: 'Ada' }, { name: 'Bob' }]);
	expect(hints).toEqual([
		'4 columns fit no field: "Notes", "__proto__", "constructor", "Company". What is in there is not sent.',
	]);
});

test.each<[string, string, string[]]>([
	['several names', ' Other ,, E-Mail ', ['Inputs to Ignore: no item has a column "Other".']],
	['a list from an expression', '={{ ["E-Mail"] }}', []],
])('Inputs to Ignore: %s', async (_what, inputsToIgnore, said) => {
	const item = { Name: 'Ada', Email: 'ada@acme.com', ' E-Mail ': 'other@acme.com' };
	const { hints, bodies } = await run('create', [item], { inputsToIgnore });
	expect(bodies).toEqual([{ name: 'Ada', email: 'ada@acme.com' }]);
	expect(hints).toEqual(said);
});

const personId = byId('p1');

test.each<[string, IDataObject, string, INodeParameters?]>([
	[
		'create',
		{ Name: 'Ada', Phone: '+4930', Mobile: '+4930' },
		'must come from one column, but "Phone" and "Mobile"',
	],
	['create', {}, 'Name must not be empty: no column Name, Full Name, First Name'],
	['create', { Name: 'Ada', Mobile: '030 / 1234' }, '(got "030 / 1234", read as "0301234")'],
	['create', ROW, 'Inputs to Ignore must be column names', { inputsToIgnore: '={{ ({ a: 1 }) }}' }],
	['upsert', { Name: 'Ada', Email: ' ' }, 'Email must not be empty: Match On selects it, and no column'],
	['update', { Notes: 'x' }, 'Input must have at least one column with a value for a field', { personId }],
	['update', ROW, 'Clear must not contain Email, which a column', { personId, fieldsToClear: ['email'] }],
])('Nothing is sent for %s of %j: %s', async (operation, item, message, parameters = {}) => {
	const { error } = await run(operation, [item], parameters);
	expect(error?.message).toContain(message);
	expect(sandbox().requests).toEqual([]);
});
