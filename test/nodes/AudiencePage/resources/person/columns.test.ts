/** Data to Send: Auto-Map Input Data to Fields. That it sends what the same values on the form send, properties/ says. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../../../support/locators';
import { runNode } from '../../../../support/runNode';
import { calls } from '../../../../support/sent';
import type { WorkflowOptions } from '../../../../support/workflow';
import { addPerson, outcomes, useNobody, writes } from './people';

const { sandbox } = useNobody();

const run = async (
	operation: string,
	items: IDataObject[],
	parameters: INodeParameters = {},
	options: WorkflowOptions = {},
) =>
	await runNode(
		sandbox(),
		{ resource: 'person', operation, dataToSend: 'autoMapInputData', ...parameters },
		{ items, ...options },
	);
const bodies = () => writes(sandbox()).map(({ body }) => body);

const ROW = {
	'Full Name': 'Ada Lovelace',
	'E-Mail': 'ada@acme.com',
	Phone: '0049 (0)30/12-34',
	LinkedIn: 'in/ada',
};
const ADA = {
	name: 'Ada Lovelace',
	email: 'ada@acme.com',
	linkedinProfileUrl: 'in/ada',
	phoneNumber: '+49301234',
};

test('Create or Update takes the match value from its column', async () => {
	const { personId } = addPerson(sandbox(), { ...ADA, name: 'Ada King' });
	const changed = await run('upsert', [
		ROW,
		{ ...ROW, 'E-Mail': 'Bob@acme.com' },
		{ ...ROW, 'E-Mail': 'BOB@acme.com' },
	]);
	expect(outcomes(changed)).toEqual(['updated', 'created', 'unchanged']);
	expect(bodies()).toEqual([{ name: 'Ada Lovelace' }, { ...ADA, email: 'Bob@acme.com' }]);
	expect(changed.json[0]).toMatchObject({ personId });
});

describe('First Name and Last Name', () => {
	test.each<[string, IDataObject, string]>([
		['make the name', { 'First Name': ' Ada ', last_name: 'Lovelace' }, 'Ada Lovelace'],
		['give way to the name', { name: 'Ada King', firstName: 'Ada', lastName: 'Lovelace' }, 'Ada King'],
		['make it where its column is empty', { name: ' ', firstName: 'Ada', lastName: 'King' }, 'Ada King'],
		['make it alone', { firstName: '', lastName: 'Lovelace' }, 'Lovelace'],
	])('%s', async (_what, item, name) => {
		await run('create', [item]);
		expect(bodies()).toEqual([{ name }]);
	});

	test('one alone does not shorten the name of a person in Update', async () => {
		const { personId } = addPerson(sandbox(), ADA);
		const items = [1, 2].map(() => ({ firstName: 'Ada', domain: 'acme.com' }));
		const { hints } = await run('update', items, { personId: byId(personId) });
		expect(bodies()).toEqual([{ domain: 'acme.com' }, { domain: 'acme.com' }]);
		expect(hints).toEqual([
			'Where an item has only a First Name or only a Last Name, the name was not changed.',
		]);
	});
});

describe('Columns that fit nothing', () => {
	test('are not sent, and one hint names them', async () => {
		const hostile = JSON.parse('{"__proto__": {"name": "Eve"}, "constructor": "Eve"}') as IDataObject;
		const { hints } = await run('create', [
			{ name: 'Ada', Notes: 'x', ...hostile },
			{ name: 'Bob', Notes: 'y', Company: 'Acme' },
		]);
		expect(bodies()).toEqual([{ name: 'Ada' }, { name: 'Bob' }]);
		expect(hints).toEqual([
			'4 columns fit no field: "Notes", "__proto__", "constructor", "Company". What is in there is not sent.',
		]);
	});
});

describe('Inputs to Ignore', () => {
	test.each<[string, unknown]>([
		['a name as it stands', 'E-Mail'],
		['several names', ' Other ,, E-Mail '],
		['a list from an expression', '={{ ["E-Mail"] }}'],
		['a name that has spaces around it in the input', 'Mail'],
	])('%s', async (_what, inputsToIgnore) => {
		const other = inputsToIgnore === 'Mail' ? ' Mail ' : 'E-Mail';
		const item = { Name: 'Ada', Email: 'ada@acme.com', [other]: 'other@acme.com' };
		await run('create', [item], { inputsToIgnore } as INodeParameters);
		expect(bodies()).toEqual([{ name: 'Ada', email: 'ada@acme.com' }]);
	});

	test('only a column of that name is left out: an item without it keeps what is like it', async () => {
		const items = [
			{ Name: 'Ada', Email: 'ada@acme.com', 'E-Mail': 'old@acme.com' },
			{ Name: 'Bob', Email: 'bob@acme.com' },
		];
		const { hints } = await run('create', items, { inputsToIgnore: 'E-Mail' });
		const sent = ['Ada', 'Bob'].map((name) => ({ name, email: `${name.toLowerCase()}@acme.com` }));
		expect(bodies()).toEqual(expect.arrayContaining(sent));
		expect(hints).toEqual([]);
	});

	test('a name that no item has is no mistake, but a hint says so', async () => {
		const { hints } = await run('create', [{ Name: 'Ada', 'E-Mail': 'a@b.c' }], { inputsToIgnore: 'e-mail' });
		expect(bodies()).toEqual([{ name: 'Ada', email: 'a@b.c' }]);
		expect(hints).toEqual(['Inputs to Ignore: no item has a column "e-mail".']);
	});
});

describe('Nothing is sent for an item', () => {
	const TWO = 'Phone Number must come from one column, but "Phone" and "Mobile" have a value. Add the others';
	const personId = byId('p1');

	test.each<[string, IDataObject, string, INodeParameters?]>([
		['create', { Name: 'Ada', Phone: '+4930', Mobile: '+4930' }, TWO],
		['create', { 'First Name': 'Ada', firstname: 'Eve' }, 'First Name must come from one column, but "First'],
		['create', {}, 'Name must not be empty: no column Name, Full Name, First Name'],
		['create', { 'First Name': ['Ada'] }, 'First Name must be text'],
		['create', { Name: 'Ada', Email: { a: 1 } }, 'Email must be text'],
		['create', { Name: 'Ada', Mobile: '030 / 1234' }, '(got "030 / 1234", read as "0301234")'],
		['upsert', { Name: 'Ada', Email: ' ' }, 'Email must not be empty: Match On selects it, and no column'],
		['upsert', { Email: 'ada@acme.com' }, 'Name must not be empty'],
		['update', { Notes: 'x' }, 'Input must have at least one column with a value for a field', { personId }],
		[
			'update',
			{ Email: 'ada@acme.com' },
			'Fields to Clear must not contain Email, which a column sets',
			{ personId, fieldsToClear: ['email'] },
		],
		[
			'create',
			{ Name: 'Ada' },
			'Inputs to Ignore must be column names, separated by commas',
			{ inputsToIgnore: '={{ ({ a: 1 }) }}' },
		],
		[
			'create',
			{ Name: 'Ada' },
			'Data to Send must be autoMapInputData or defineBelow (got "autoMap")',
			{ dataToSend: 'autoMap', name: 'Ada' },
		],
	])('%s of %j: %s', async (operation, item, message, parameters = {}) => {
		const { error } = await run(operation, [item], parameters);
		expect(error?.message).toContain(message);
		expect(calls(sandbox())).toEqual([]);
	});
});
