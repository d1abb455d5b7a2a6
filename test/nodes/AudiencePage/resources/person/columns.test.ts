/** Data to Send: Auto-Map Input Data to Fields. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import rows from '../../../../files/rows.json';
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
	...{ 'First Name': 'Ada', 'Last Name': 'Lovelace', 'E-Mail': 'ada@acme.com' },
	...{ Phone: '0049 (0)30/12-34-56', LinkedIn: 'linkedin.com/in/Ada/' },
};
const ADA = {
	...{ name: 'Ada Lovelace', email: 'ada@acme.com' },
	...{ linkedinProfileUrl: 'https://www.linkedin.com/in/ada', phoneNumber: '+4930123456' },
};

test('Create or Update takes the match value from its column', async () => {
	const ofP1 = addPerson(sandbox(), { ...ADA, name: 'Ada King' });
	const changed = await run('upsert', [ROW, { ...ROW, 'E-Mail': 'Bob@acme.com' }]);
	expect(outcomes(changed)).toEqual(['updated', 'created']);
	expect(changed.bodies).toEqual([{ name: 'Ada Lovelace' }, { ...ADA, email: 'Bob@acme.com' }]);
	expect(changed.json[0]).toMatchObject(ofP1);
});

test.each(rows.firstAndLastName)(
	'First Name and Last Name $what',
	async ({ item, name, ...its }) => {
		const { sends, unsent, form } = its as {
			sends?: IDataObject;
			unsent?: string;
			form?: INodeParameters;
		};
		const { bodies, hints } = await run('create', [item], form);
		expect(bodies).toEqual([{ name, ...sends }]);
		expect(hints.map((hint) => /^Not sent where .*: "(.*)"\.$/.exec(hint)?.[1])).toEqual(
			unsent ? [unsent] : [],
		);
	},
);

const NAME_KEPT = /A known person keeps their name unless First Name and Last Name are both filled/;

test.each(
	['update', 'upsert'].flatMap((operation) =>
		rows.notBothNames.map((its) => [operation, its] as const),
	),
)('Only First Name and Last Name together replace a name: %s of %j', async (operation, its) => {
	const { personId } = addPerson(sandbox(), ADA);
	const item = { ...its, domain: 'acme.com', ...(operation === 'upsert' && { Email: ADA.email }) };
	const { hints, bodies, json } = await run(operation, [item], {
		personId: byId(personId),
		...LEAVE_OUT,
	});
	expect(bodies).toEqual([{ domain: 'acme.com' }]);
	expect(hints.join()).toMatch(NAME_KEPT);
	expect(json[0]?.leftOut).toMatchObject({ name: expect.stringMatching(NAME_KEPT) });
});

test.each([
	['upsert', 'additionalFields', '={{ "Augusta" }} {{ $json.last }}'],
	['update', 'updateFields', '={{ "Augusta" }} {{ $json.last }}'],
	['update', 'updateFields', '={{ "Augusta" }} {{ "A." }} {{ $json.last }}'],
	['update', 'updateFields', '={{ $json.first }}{{ " " }}{{ "King" }}'],
])('Nor does it in the form: %s with %s > Name %s', async (operation, collection, name) => {
	const { personId } = addPerson(sandbox(), ADA);
	const fields = {
		name,
		[collection]: { domain: 'acme.com', ...(operation === 'update' && { name }) },
	};
	const form = {
		dataToSend: 'defineBelow',
		matchValue: ADA.email,
		personId: byId(personId),
		...fields,
	};
	const { hints, bodies } = await run(operation, [{}], form);
	expect(bodies).toEqual([{ domain: 'acme.com' }]);
	expect(hints.join('\n')).toMatch(NAME_KEPT);
});

test.each(['update', 'upsert'])('A name that Get Many has given counts: %s', async (operation) => {
	const item = { ...addPerson(sandbox(), ADA), name: 'Fr. King' };
	const { bodies } = await run(operation, [item], { personId: byId(item.personId) });
	expect(bodies).toEqual([expect.objectContaining({ name: 'Fr. King' })]);
});

const LEAVE_OUT = { options: { invalidValues: 'leaveOut' } };
test.each<[string, IDataObject, INodeParameters, RegExp]>([
	['no', {}, {}, /^Name must not be empty: nobody matches, and a new person needs a name$/],
	[
		'an unknown',
		{ Name: 'Unbekannt', Country: 'US' },
		{},
		/: nobody matches, .* name \(got "Unbekannt"\)$/,
	],
	[
		'an unnamed',
		{ Nom: 'Bob' },
		{},
		/"Nom"\. Rename the one that has it to Name, or two to First Name/,
	],
	['no valid', { Name: 'a@b.c' }, LEAVE_OUT, /needs a name\. Name must be .*"a@b\.c"/],
	[
		'half a',
		{ Vorname: 'Eva', Name: 'Ott, Dr.' },
		LEAVE_OUT,
		/needs a name\. Name must .*"Ott, Dr/,
	],
])(
	'A person who is there can have %s name, a new one cannot',
	async (_what, item, form, message) => {
		addPerson(sandbox(), ADA);
		const row = { Website: 'https://acme.com', ...item };
		expect(outcomes(await run('upsert', [{ ...row, Email: ADA.email }], form))).toEqual([
			'updated',
		]);
		const unknown = await run('upsert', [{ ...row, Email: 'bob@acme.com' }], form);
		expect(unknown.error?.message).toMatch(message);
		expect(unknown.bodies).toEqual([{ domain: 'acme.com' }]);
	},
);

test.each(['ADA', 'bob'])(
	'A hint tells that rows of ada and %s are one person, or does not',
	async (who) => {
		const { hints } = await run('upsert', [ROW, { ...ROW, 'E-Mail': `${who}@acme.com` }]);
		expect(hints.join().includes('Several items are the same person: where they differ')).toBe(
			who === 'ADA',
		);
	},
);

/** Columns for one field, in the order in which they count, as the documents give it. */
test.each([
	['phoneNumber', ['Phone Number', 'Phone', 'Primary Contact Number', 'Mobile', 'Phone 1 - Value']],
	['domain', ['Domain', 'Company Domain', 'Website', 'Company Website']],
	[
		'linkedinProfileUrl',
		['LinkedIn Profile URL', 'LinkedIn URL', 'Person LinkedIn URL', 'LinkedIn', 'URL'],
	],
	['name', ['Name', 'Full Name', 'Display Name']],
])(
	'Of the columns for %s, the first that is filled counts, and a hint names another',
	async (field, headers) => {
		const valueOf = (at: number) =>
			({
				phoneNumber: `+4930123450${at}`,
				linkedinProfileUrl: `https://www.linkedin.com/in/ada-${at}`,
				name: `Ada ${at}`,
			})[field] ?? `acme-${at}.com`;
		const items = headers.map(
			(_, empty) =>
				Object.fromEntries([
					...(field === 'name' ? [] : [['Name', 'Ada']]),
					...headers.map((header, at) => [header, at < empty ? 'n/a' : valueOf(at)]).reverse(),
				]) as IDataObject,
		);
		const { json, hints } = await run('create', items);
		expect(json.map((person) => person[field])).toEqual(headers.map((_, at) => valueOf(at)));
		expect(hints).toHaveLength(headers.length - 1);
		const others = headers.slice(1).map((header) => JSON.stringify(header));
		expect(hints[0]).toContain(`Not sent where "${headers[0]}" has a value: ${others.join(', ')}.`);
	},
);

const ROWS = [
	{ ...ROW, Phone: '(415) 555-0132' },
	{ ...ROW, Phone: '030', LinkedIn: 'linkedin.com/company/acme' },
];

test('Invalid values are left out where the user wants that, and the output says why', async () => {
	const options = { invalidValues: 'leaveOut', phoneCountryCode: '+1' };
	const wanted = { name: ADA.name, email: ADA.email };
	const reasons = {
		linkedinProfileUrl: expect.stringMatching(
			/^LinkedIn Profile URL \(column "LinkedIn"\) must be/,
		),
		phoneNumber: expect.stringMatching(
			/^Phone Number \(column "Phone"\) cannot be read with certainty as one number of \+1, the Phone Country Code\. .*"030"/,
		),
	};
	const named = { ...options, outputFields: ['name'] };
	const { json, bodies, hints } = await run('create', ROWS, { options: named });
	expect(bodies).toContainEqual(wanted);
	expect(json[0]).toEqual({ personId: expect.any(String), name: ADA.name });
	expect(json[1]).toMatchObject({ name: ADA.name, leftOut: reasons });
	expect(hints).toEqual([
		'1 item with values that were not sent: leftOut in the output says which and why.',
	]);
	const preview = await run('create', ROWS, { options: { ...options, previewOnly: true } });
	expect(preview.json[1]).toMatchObject({ preview: true, leftOut: reasons, body: wanted });
});

test('Of several columns, the first counts, even if it is not valid, and the output names what is not sent', async () => {
	const options = { invalidValues: 'leaveOut', phoneCountryCode: '+49' };
	const phones = { Phone: '12', Mobile: '0171 5550001', Tel: '030 5550002' };
	const row = { Name: 'Bob', 'First Name': 'Bea', Surname: 'Smith', ...phones };
	const { json, bodies } = await run('create', [row], { options });
	expect(bodies).toEqual([{ name: 'Bea Smith' }]);
	expect(json[0]?.leftOut).toEqual({
		phoneNumber: expect.stringContaining('(column "Phone")') as string,
		Name: '"Name" is not sent, because "First Name" has a value',
		Mobile: '"Mobile" is not sent, because "Phone" has a value',
		Tel: '"Tel" is not sent, because "Phone" has a value',
	});
});

test.each([
	['07700 900123', 'UK', '+44', '+447700900123'],
	['011-44-20-7946-0018', 'US', '+1', '+442079460018'],
])(
	'Of several countries, that of the person counts, unless %s has a code',
	async (phone, country, code, sent) => {
		const item = { Name: 'Bea', Phone: phone, 'HQ Country': 'Chad', Country: country };
		const { bodies } = await run('create', [item], { options: { phoneCountryCode: code } });
		expect(bodies).toEqual([{ name: 'Bea', phoneNumber: sent }]);
	},
);

test.each<unknown[]>(rows.phoneBesideCountry)('A phone beside %s %j: %j', async (...row) => {
	const [column, country, phone, expected] = row;
	const item = { Name: 'Bea', Phone: phone, [String(column)]: country } as IDataObject;
	const { error, json } = await run('create', [item], { options: { phoneCountryCode: '+44' } });
	expect(error?.message ?? json[0]?.phoneNumber).toContain(String(expected));
});

test('Columns that fit nothing are not sent, and one hint names them', async () => {
	const hostile = JSON.parse('{"__proto__": {"name": "Eve"}, "constructor": "Eve"}') as IDataObject;
	const items = [
		{ name: 'Ada', Notes: 'x', URL: 'https://acme.com/demo', ...hostile },
		{ name: 'Bob', Notes: 'y', 'Size; kind': 'S' },
	];
	const { hints, bodies } = await run('create', items);
	expect(bodies).toEqual([{ name: 'Ada' }, { name: 'Bob' }]);
	expect(hints).toEqual([
		'5 columns fit no field and are not sent: "Notes", "URL", "__proto__", "constructor", "Size; kind".',
	]);
});

const ofAda = (column: string, value: string) => ({ Name: 'Ada', [column]: value });

test.each<[string, string, string[]]>([
	[
		'several names',
		' Other ,, E-Mail , country',
		['Inputs to Ignore: no item has a column "Other".'],
	],
	['a list from an expression', '={{ ["e-mail", "Country"] }}', []],
])('Inputs to Ignore: %s', async (_what, inputsToIgnore, said) => {
	const item = {
		...ofAda('Phone', '030 123456'),
		Email: ADA.email,
		' E-Mail ': 'x@acme.com',
		Country: 'US',
	};
	const options = { phoneCountryCode: '+49' };
	const { hints, bodies } = await run('create', [item], { inputsToIgnore, options });
	expect(bodies).toEqual([{ name: 'Ada', email: ADA.email, phoneNumber: ADA.phoneNumber }]);
	expect(hints).toEqual(said);
});

test.each(rows.refused)('Nothing is sent of $item: $told', async ({ item, told, ...its }) => {
	const { operation = 'create', form } = its as { operation?: string; form?: INodeParameters };
	const { error } = await run(operation, [item].flat(), { personId: byId('p1'), ...form });
	expect(error?.message).toContain(told);
	expect(sandbox().requests).toEqual([]);
});
