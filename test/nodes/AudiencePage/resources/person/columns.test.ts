/** Data to Send: Auto-Map Input Data to Fields. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { COLUMNS, placeOf } from '../../../../../nodes/AudiencePage/resources/person/columns';
import { byId } from '../../../../support/locators';
import { runNode } from '../../../../support/runNode';
import type { WorkflowOptions } from '../../../../support/workflow';
import { addPerson, outcomes, useNobody, writes } from './people';

const { sandbox } = useNobody();

const run = async (
	operation: string,
	items: IDataObject[],
	parameters: INodeParameters = {},
	options: WorkflowOptions = {},
) => {
	const form = { resource: 'person', operation, dataToSend: 'autoMapInputData', ...parameters };
	const done = await runNode(sandbox(), form, { items, ...options });
	return { ...done, bodies: writes(sandbox()).map(({ body }) => body) };
};

const WITH_CODE = { options: { phoneCountryCode: '+49' } };

test('A row as tools export it fills the fields, and one hint says what went where', async () => {
	const row = {
		'First Name': 'Ada',
		'Last Name': 'Lovelace',
		'E-mail': 'Ada <ada@acme.com>',
		Mobile: '0171 555-0001',
		Website: 'https://www.acme.com/',
		'LinkedIn URL': 'linkedin.com/in/ada/',
		'Job Title': 'Countess',
		Notes: 'n/a',
	};
	const { bodies, hints } = await run('create', [row], WITH_CODE);
	expect(bodies).toEqual([
		{
			name: 'Ada Lovelace',
			email: 'ada@acme.com',
			phoneNumber: '+491715550001',
			domain: 'acme.com',
			linkedinProfileUrl: 'https://www.linkedin.com/in/ada',
		},
	]);
	expect(hints).toEqual([
		'First Name → Name, Last Name → Name, Website → Domain, E-mail → Email, LinkedIn URL → LinkedIn Profile URL, Mobile → Phone Number; not used: Job Title.',
	]);
});

test('A preview says the same', async () => {
	const previewOnly = { options: { previewOnly: true } };
	const { hints, bodies } = await run('create', [{ Name: 'Ada', Tier: 'A' }], previewOnly);
	expect(bodies).toEqual([]);
	expect(hints).toContain('Name → Name; not used: Tier.');
});

test.each(Object.entries(COLUMNS))('The columns of %s, in any spelling', (target, headers) => {
	for (const header of headers) {
		const spellings = [header, header.toUpperCase(), header.replaceAll(' ', '_'), ` ${header}: `];
		expect(spellings.map((spelling) => placeOf(spelling)?.target)).toEqual(
			spellings.map(() => target),
		);
	}
});

test.each<[item: IDataObject, name: string]>([
	[{ Vorname: 'Séamas', Nachname: 'Ó hÁinle' }, 'Séamas Ó hÁinle'],
	[{ 'First Name': 'Jane', 'Last Name': 'Doe, PhD', Name: 'Jane' }, 'Jane Doe, PhD'],
	[{ 'First Name': 'Jane', Name: 'Jane Doe' }, 'Jane Doe'],
	[{ 'First Name': 'Jane', 'Last Name': 'n/a' }, 'Jane'],
	[{ Surname: 'Doe' }, 'Doe'],
	[{ 'Full Name': ' João  Gomes e Silva Neto ' }, 'João Gomes e Silva Neto'],
	[{ 'Display Name': 'Ada', Name: '-' }, 'Ada'],
])('The name in %j is %s', async (item, name) => {
	expect((await run('create', [item])).bodies).toEqual([{ name }]);
});

test('Of several columns for a field, the first of the table that has a value counts', async () => {
	const row = { Name: 'Ada', Website: 'b.com', 'Company Domain': '#N/A', Domain: 'null' };
	const { bodies, hints } = await run('create', [
		row,
		{ Name: 'Bob', Handy: '+4930222', Phone: '+4930111' },
		{ Name: 'Cy', Handy: '+4930333' },
	]);
	expect(bodies).toEqual([
		{ name: 'Ada', domain: 'b.com' },
		{ name: 'Bob', phoneNumber: '+4930111' },
		{ name: 'Cy', phoneNumber: '+4930333' },
	]);
	expect(hints).toEqual([
		'Name → Name, Website → Domain, Phone → Phone Number, Handy → Phone Number; not used: Handy (in 1 item).',
	]);
});

test('Columns that fit nothing do no harm', async () => {
	const hostile = JSON.parse('{"__proto__": {"name": "Eve"}, "constructor": "Eve"}') as IDataObject;
	const { hints, bodies } = await run('create', [{ name: 'Ada', ...hostile, 'a; b': 'S' }]);
	expect(bodies).toEqual([{ name: 'Ada' }]);
	expect(hints).toEqual(['name → Name; not used: __proto__, constructor, a; b.']);
});

test.each<[inputsToIgnore: string, hints: string[]]>([
	[' Other ,, E-Mail , country', ['Inputs to Ignore: no item has a column Other.']],
	['={{ ["e-mail", "Country"] }}', []],
])('Inputs to Ignore %j', async (inputsToIgnore, said) => {
	const item = { Name: 'Ada', Email: 'a@acme.com', ' E-Mail ': 'x@acme.com', Country: 'US' };
	const { hints, bodies } = await run('create', [item], { inputsToIgnore });
	expect(bodies).toEqual([{ name: 'Ada', email: 'a@acme.com' }]);
	expect(hints).toEqual(['Name → Name, Email → Email.', ...said]);
});

test('Create or Update finds people by their column, and sends what differs', async () => {
	addPerson(sandbox(), { name: 'A Dent', email: 'arthur@acme.com' });
	const rows = [
		{ 'First Name': 'Arthur', 'Last Name': 'Dent', 'E-mail': 'Arthur@acme.com' },
		{ Name: 'Ford', 'E-mail': 'ford@acme.com' },
	];
	const { bodies, ...done } = await run('upsert', rows);
	expect(outcomes(done)).toEqual(['updated', 'created']);
	expect(bodies).toEqual([{ name: 'Arthur Dent' }, { name: 'Ford', email: 'ford@acme.com' }]);
});

describe('A row without a value in a column that fits', () => {
	const EMPTY = [
		{ row_number: 3, Name: '', Email: ' ' },
		{ row_number: 4, Name: '-', Email: 'n/a' },
	];

	test.each(['create', 'upsert', 'update'])('is skipped, and counted: %s', async (operation) => {
		const { personId } = addPerson(sandbox(), { email: 'ada@acme.com' });
		const items = [EMPTY[0]!, { Name: 'Ada', Email: 'ada@acme.com' }, EMPTY[1]!];
		const { json, hints, error } = await run(operation, items, { personId: byId(personId) });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		expect(hints).toContain('Skipped 2 items without a value: items 0, 2 (counted from 0).');
	});

	test('clears the fields that Fields to Clear names', async () => {
		const { personId } = addPerson(sandbox(), { email: 'ada@acme.com' });
		const form = { personId: byId(personId), fieldsToClear: ['email'] };
		expect((await run('update', [{ Name: '' }], form)).bodies).toEqual([{ email: null }]);
	});
});

test.each<[item: IDataObject, words: string]>([
	[
		{ Nom: 'Ada', Courriel: 'ada@acme.com' },
		'No column fits a field of a person: Nom, Courriel. Give them names such as Name and Email: in',
	],
	[
		{ id: '7', properties: { createdate: 1, email: 'ada@acme.com' } },
		'properties is nested: put its values into columns with Edit Fields, such as {{ $json.properties.email }}',
	],
])('A run in which no column fits is refused: %j', async (item, words) => {
	const { error, json } = await run('upsert', [item, item]);
	expect(error?.message).toContain(words);
	expect(json).toEqual([]);
	const continued = await run('upsert', [item, item], {}, { onError: 'continueRegularOutput' });
	expect(continued.json).toMatchObject([{ error: error?.message }, { error: error?.message }]);
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
		{ name: 'Ada', email: [{ value: 'ada@acme.com' }] },
		`Email (column "email") is nested: put its values into columns with Edit Fields, such as {{ $json.email[0].value }}${LEAVE_OUT}`,
	],
	[
		'create',
		{ Name: 'Ada', Phone: false },
		`Phone Number (column "Phone") must be text: use one value (got false)${LEAVE_OUT}`,
	],
	[
		'create',
		{ 'First Name': 'x'.repeat(200), 'Last Name': 'y'.repeat(200) },
		'Name (columns "First Name" and "Last Name") must be 1 to 255 characters long, but has 401',
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
		{ Name: 'Ada', 'E-mail': ' ', Phone: '030 123456', 'Job Title': 'x' },
		'Email must not be empty, but column "E-mail" is: the person is found by it',
	],
	[
		'upsert',
		{ Name: 'Ada' },
		'Email must not be empty, but there is no column for it, such as Email, Email Address or E-mail: the person is found by it',
	],
	['upsert', { Name: 'Ada', Email: 'ada' }, 'Email (column "Email") must be one email address'],
])('%s refuses %j', async (operation, item, message) => {
	const { error } = await run(operation, [item]);
	expect(error?.message.startsWith(message)).toBe(true);
	expect(error?.message.includes('Leave Out')).toBe(message.includes('Leave Out'));
	expect(error?.description).toMatch(/^Nothing was (sent|done)\.$/);
	expect(sandbox().requests).toEqual([]);
});

test('Of several items, the error names the one that is wrong, and nothing of retries', async () => {
	const { error } = await run('create', [{ Name: 'Ada', Email: 'a' }, { Name: 'Bob' }]);
	expect(error?.description).toBe(
		'Nothing was sent for item 0 (counted from 0). Of 2 items: 0 written, 1 failed, 1 not sent. Options > Preview Only shows all that would be refused.',
	);
});

test('What went where is said of rows that are refused, too', async () => {
	const settings = { onError: 'continueRegularOutput' } as const;
	const { hints } = await run(
		'create',
		[{ Name: 'Ada', Phone: '+4930123456', Domain: 'Acme Inc' }],
		{},
		settings,
	);
	expect(hints).toContain('Name → Name, Domain → Domain, Phone → Phone Number.');
});

describe('Invalid Values: Leave Out', () => {
	const leaveOut = { options: { invalidValues: 'leaveOut', phoneCountryCode: '+1' } };
	const ROW = { Name: 'Ada', Email: 'ada@acme.com', Phone: '012-34 x', LinkedIn: 'ada', Tier: 'A' };

	test('writes the rest, and leftOut names what a rule refuses', async () => {
		const { json, bodies, hints } = await run('create', [ROW], leaveOut);
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

	test.each<[operation: string, item: IDataObject, field: string]>([
		['create', { Name: 'x'.repeat(256) }, 'Name'],
		['upsert', { Name: 'Ada', Email: 'ada' }, 'Email'],
	])('never leaves out what %s needs: %j', async (operation, item, field) => {
		const { error, bodies } = await run(operation, [item], leaveOut);
		expect(error?.message).toMatch(new RegExp(`^${field} `));
		expect(bodies).toEqual([]);
	});

	test('says of a new person why there is no name', async () => {
		const { error } = await run('upsert', [{ Email: 'ada@acme.com', Name: 'A\ufffda' }], leaveOut);
		expect(error?.message).toMatch(/^Name is missing: nobody matches, .*column "Name".*UTF-8/);
	});

	test('leaves out no value because of a wrong option', async () => {
		const options = { invalidValues: 'leaveOut', phoneCountryCode: '49' };
		const { error } = await run('create', [ROW], { options });
		expect(error?.message).toMatch(/^Phone Country Code must be \+ and 1 to 3 digits, e.g. \+49/);
	});
});
