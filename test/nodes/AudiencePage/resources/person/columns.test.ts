/** Data to Send: Auto-Map Input Data to Fields. The rules of values, see fields. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { COLUMNS } from '../../../../../nodes/AudiencePage/resources/person/columns';
import { byId } from '../../../../support/locators';
import { runNode } from '../../../../support/runNode';
import type { WorkflowOptions } from '../../../../support/workflow';
import { addPerson, outcomes, useNobody, writes } from './people';

const { sandbox } = useNobody();

const mapColumns = async (
	operation: string,
	items: IDataObject[],
	parameters: INodeParameters = {},
	options: WorkflowOptions = {},
) => {
	const form = { resource: 'person', operation, dataToSend: 'autoMapInputData', ...parameters };
	const run = await runNode(sandbox(), form, { items, ...options });
	return { ...run, bodies: writes(sandbox()).map(({ body }) => body) };
};

const CONTINUES = { onError: 'continueRegularOutput' } as const;

const VALUES: Record<keyof typeof COLUMNS, IDataObject> = {
	firstName: { name: 'Ada' },
	lastName: { name: 'Ada' },
	name: { name: 'Ada' },
	domain: { domain: 'acme.com' },
	email: { email: 'ada@acme.com' },
	linkedinProfileUrl: { linkedinProfileUrl: 'https://www.linkedin.com/in/ada' },
	phoneNumber: { phoneNumber: '+4930123456' },
};

test.each(Object.entries(COLUMNS))(
	'Each column of %s, however it is spelled, fills the field',
	async (target, headers) => {
		const sent = VALUES[target as keyof typeof COLUMNS];
		const [value] = Object.values(sent);
		const spellings = headers.flatMap((header) => [
			header,
			` ${header.toUpperCase().replaceAll(' ', '_')}: `,
		]);
		const items = spellings.map((header) => ({ [header]: value }));
		const { personId } = addPerson(sandbox(), {});
		const { bodies } = await mapColumns('update', items, { personId: byId(personId) });
		expect(bodies).toEqual(spellings.map(() => sent));
	},
);

test.each<[item: IDataObject, body: IDataObject]>([
	[{ Vorname: ' Séamas ', Nachname: 'Ó hÁinle' }, { name: 'Séamas Ó hÁinle' }],
	[{ First: 'Jane', Last: 'Doe', Name: 'J.' }, { name: 'Jane Doe' }],
	[{ First: 'Jane', Name: 'Jane Doe' }, { name: 'Jane Doe' }],
	[{ First: 'Jane', Last: 'n/a' }, { name: 'Jane' }],
	[{ Last: 'Doe' }, { name: 'Doe' }],
	[{ Name: 7 }, { name: '7' }],
	[{ 'Display Name': 'Ada', 'Full Name': ' - ' }, { name: 'Ada' }],
	[
		{ Name: 'Ada', Handy: '+4930222', Phone: '+4930111' },
		{ name: 'Ada', phoneNumber: '+4930111' },
	],
	[
		{ Name: 'Ada', Website: 'b.com', 'Company Domain': '#N/A', Domain: 'null' },
		{ name: 'Ada', domain: 'b.com' },
	],
	[
		JSON.parse('{"Name": "Ada", "__proto__": {"email": "a@b.com"}}') as IDataObject,
		{ name: 'Ada' },
	],
])('The row %j is sent as %j', async (item, body) => {
	expect((await mapColumns('create', [item])).bodies).toEqual([body]);
});

const LEAVE_OUT = '. To write the rest, choose Options > Invalid Values > Leave Out';

test.each<[operation: string, item: IDataObject, message: string]>([
	[
		'create',
		{ Name: 'Ada', Email: 'ada' },
		`Email (column "Email") must be one email address: one @, no space, behind it a domain with a dot (got "ada")${LEAVE_OUT}`,
	],
	[
		'create',
		{ Name: 'Ada', email: [{ value: 'ada@acme.com' }] },
		`Email (column "email") must be text: use one value${LEAVE_OUT}`,
	],
	[
		'create',
		{ First: 'Ada', Last: false },
		'Name (columns "First" and "Last") must be text: use one value (got false)',
	],
	[
		'create',
		{ Email: 'ada@acme.com', Vorname: '', Nachname: 'n/a' },
		'Name must not be empty, but columns "Vorname" and "Nachname" are: a new person needs a name',
	],
	[
		'create',
		{ Email: 'ada@acme.com' },
		'Name must not be empty, but there is no column for it, such as Name, Full Name or Display Name: a new person needs a name',
	],
	[
		'upsert',
		{ Name: 'Ada', 'E-mail': ' ', 'Job Title': 'x' },
		'Email must not be empty, but column "E-mail" is: the person is found by it',
	],
	[
		'upsert',
		{ Name: 'Ada' },
		'Email must not be empty, but there is no column for it, such as Email, Email Address or E-mail: the person is found by it',
	],
	[
		'upsert',
		{ Name: 'J\ufffdrg', Email: 'joerg@acme.com' },
		'Name (column "Name") must not contain \ufffd: save the file as UTF-8 (got "J\ufffdrg")',
	],
	[
		'upsert',
		{ Name: 'Ada', Email: 'ada' },
		'Email (column "Email") must be one email address: one @, no space, behind it a domain with a dot (got "ada")',
	],
])('%s refuses the row %j', async (operation, item, message) => {
	const { error } = await mapColumns(operation, [item]);
	expect(error?.message).toBe(message);
	expect(sandbox().requests).toEqual([]);
});

test.each<[items: IDataObject[], hint: string]>([
	[
		[
			{
				'First Name': 'Ada',
				Last: 'Lovelace',
				'E-mail': 'ada@acme.com',
				'Job Title': 'x',
				Note: '-',
			},
		],
		'First Name → Name, Last → Name, E-mail → Email; not used: Job Title.',
	],
	[
		[
			{ Name: 'Ada', Handy: '+4930222', Phone: '+4930111' },
			{ Name: 'Bob', Handy: '+4930333' },
		],
		'Name → Name, Phone → Phone Number, Handy → Phone Number; not used: Handy (in 1 item).',
	],
	// Also of a row that is refused.
	[[{ Name: 'Ada', Domain: 'Acme Inc' }], 'Name → Name, Domain → Domain.'],
])('A hint says what went where, also of a preview: %j', async (items, hint) => {
	expect((await mapColumns('create', items, {}, CONTINUES)).hints).toContain(hint);
	const preview = await mapColumns('create', items, { options: { previewOnly: true } });
	expect(preview.hints).toContain(hint);
});

test.each([' Other ,, E-Mail , country', '={{ ["e-mail", "Country"] }}'])(
	'Inputs to Ignore %j keeps columns out, whatever their case',
	async (inputsToIgnore) => {
		const item = { Name: 'Ada', Email: 'a@acme.com', ' E-Mail ': 'x@acme.com', Country: 'US' };
		const { hints, bodies } = await mapColumns('create', [item], { inputsToIgnore });
		expect(bodies).toEqual([{ name: 'Ada', email: 'a@acme.com' }]);
		expect(hints).toEqual(['Name → Name, Email → Email.']);
	},
);

test('Create or Update finds people by their column, and sends what differs', async () => {
	addPerson(sandbox(), { name: 'A Dent', email: 'arthur@acme.com' });
	const rows = [
		{ 'First Name': 'Arthur', 'Last Name': 'Dent', 'E-mail': 'Arthur@acme.com' },
		{ Name: 'Ford', 'E-mail': 'ford@acme.com' },
	];
	const { bodies, ...run } = await mapColumns('upsert', rows);
	expect(outcomes(run)).toEqual(['updated', 'created']);
	expect(bodies).toEqual([{ name: 'Arthur Dent' }, { name: 'Ford', email: 'ford@acme.com' }]);
});

test.each(['create', 'upsert', 'update'])(
	'%s skips rows without a value in a column that fits, and counts them',
	async (operation) => {
		const { personId } = addPerson(sandbox(), { email: 'ada@acme.com' });
		const items = [
			{ row_number: 3, Name: '', Email: ' ' },
			{ Name: 'Ada', Email: 'ada@acme.com' },
			{ row_number: 4, Name: '-', Email: 'N/A' },
		];
		const form = { personId: byId(personId) };
		const { json, hints, error } = await mapColumns(operation, items, form);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		expect(hints).toContain('Skipped 2 items without a value: items 0, 2 (counted from 0).');
	},
);

test('Of a row without a value, Fields to Clear are cleared', async () => {
	const { personId } = addPerson(sandbox(), { email: 'ada@acme.com' });
	const form = { personId: byId(personId), fieldsToClear: ['email'] };
	expect((await mapColumns('update', [{ Name: '' }], form)).bodies).toEqual([{ email: null }]);
});

test('A run in which no column fits is refused', async () => {
	const items = [{ Nom: 'Ada', properties: { email: 'ada@acme.com' } }, { Nom: 'Bob' }];
	const { error, json } = await mapColumns('upsert', items);
	expect(error?.message).toBe(
		'No column fits a field of a person: Nom, properties. Give them names such as Name and Email: in a file, they stand in the first row. If values are nested, put them into columns with Edit Fields',
	);
	expect(json).toEqual([]);
	const continued = await mapColumns('upsert', items, {}, CONTINUES);
	expect(continued.json).toMatchObject([{ error: error?.message }, { error: error?.message }]);
});

describe('Invalid Values: Leave Out', () => {
	const ROW = { Name: 'Ada', Email: 'ada@acme.com', Phone: '012-34 x', LinkedIn: 'ada' };
	const leaveOut = async (operation: string, item: IDataObject, parameters: INodeParameters = {}) =>
		await mapColumns(operation, [item], { options: { invalidValues: 'leaveOut' }, ...parameters });

	test('writes the rest, and leftOut names what a rule refuses', async () => {
		const { json, bodies, hints } = await leaveOut('create', ROW);
		expect(bodies).toEqual([{ name: 'Ada', email: 'ada@acme.com' }]);
		expect(json[0]?.leftOut).toEqual({
			linkedinProfileUrl: expect.stringMatching(/^LinkedIn Profile URL \(column "LinkedIn"\) must/),
			phoneNumber: expect.stringMatching(
				/^Phone Number \(column "Phone"\) must be \+ and 4 to 15 digits/,
			),
		});
		expect(hints).toContain(
			'1 item with values that were not sent: item 0 (counted from 0). leftOut in the output says which and why.',
		);
	});

	test.each<[operation: string, item: IDataObject, message: RegExp]>([
		['create', { Name: 'x'.repeat(256) }, /^Name \(column "Name"\) must be 1 to 255/],
		['upsert', { Name: 'Ada', Email: 'ada' }, /^Email \(column "Email"\) must be one/],
		[
			'upsert',
			{ Email: 'ada@acme.com', Name: 'A\ufffda' },
			/^Name is missing: nobody matches, .*\. Name \(column "Name"\) .*UTF-8/,
		],
		[
			'update',
			{ Email: 'ada' },
			/^Input must have at least one .*\. Email \(column "Email"\) must/,
		],
	])('%s of %j leaves out nothing that it needs', async (operation, item, message) => {
		const { error, bodies } = await leaveOut(operation, item, { personId: byId('person_1') });
		expect(error?.message).toMatch(message);
		expect(bodies).toEqual([]);
	});

	test('leaves out no value because of a wrong option', async () => {
		const options = { invalidValues: 'leaveOut', phoneCountryCode: '49' };
		const { error } = await leaveOut('create', ROW, { options });
		expect(error?.message).toMatch(/^Phone Country Code must be \+ and 1 to 3 digits, e.g. \+49/);
	});
});
