import type { INodeParameters } from 'n8n-workflow';

import { byEmail, byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { bodies } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox();

const aPerson = (index = 0) => nth(sandbox().store.persons.all(), index);

const update = async (
	parameters: INodeParameters,
	personId: INodeParameters | string = byId(aPerson().personId),
	items = [{}] as Array<Record<string, string>>,
) =>
	await runNode(sandbox(), { resource: 'person', operation: 'update', personId, ...parameters }, { items });

const updateFields = {
	domain: 'globex.com',
	email: 'nathan@globex.com',
	linkedinProfileUrl: 'https://www.linkedin.com/in/nathan-jones',
	name: 'Nathan Jones',
	phoneNumber: '+4930654321',
};

const CLEARABLE = ['domain', 'email', 'linkedinProfileUrl', 'phoneNumber'];

describe('Person > Update', () => {
	test('sends every field under its own name, and gives the person as they are now', async () => {
		const { personId } = aPerson();
		const { items, error } = await update({ updateFields });

		expect(error).toBeUndefined();
		expect(sandbox().requests).toMatchObject([
			{
				method: 'PATCH',
				url: `/v0/persons/${personId}`,
				headers: { 'content-type': 'application/json' },
			},
		]);
		expect(bodies(sandbox())).toEqual([updateFields]);
		expect(items).toEqual([{ json: { ...aPerson(), ...updateFields, personId }, pairedItem: { item: 0 } }]);
	});

	test.each(Object.entries(updateFields))('%s alone is sent alone', async (name, value) => {
		await update({ updateFields: { [name]: value } });
		expect(bodies(sandbox())).toEqual([{ [name]: value }]);
	});

	test.each(['', '={{ "" }}', '={{ null }}', '={{ undefined }}'])(
		'a field that is %j is not sent',
		async (empty) => {
			await update({
				updateFields: {
					domain: empty,
					email: empty,
					linkedinProfileUrl: empty,
					name: 'Nathan Jones',
					phoneNumber: empty,
				},
			});
			expect(bodies(sandbox())).toEqual([{ name: 'Nathan Jones' }]);
		},
	);

	test('each item updates its own person', async () => {
		const ids = [aPerson(2).personId, aPerson(1).personId];
		const { items } = await update(
			{ updateFields: { name: '={{ $json.name }}' } },
			byId('={{ $json.id }}'),
			ids.map((id, index) => ({ id, name: `Name ${index}` })),
		);
		expect(items.map(({ json, pairedItem }) => [json.personId, json.name, pairedItem])).toEqual([
			[ids[0], 'Name 0', { item: 0 }],
			[ids[1], 'Name 1', { item: 1 }],
		]);
	});
});

describe('Fields to Clear', () => {
	test.each(CLEARABLE)('%s is sent as null', async (name) => {
		const { json } = await update({ fieldsToClear: [name] });
		expect(bodies(sandbox())).toEqual([{ [name]: null }]);
		expect(json).toMatchObject([{ [name]: null }]);
	});

	test('all of them, beside a field that is set', async () => {
		await update({ updateFields: { name: 'Nathan Jones' }, fieldsToClear: CLEARABLE });
		expect(bodies(sandbox())).toEqual([
			{ name: 'Nathan Jones', domain: null, email: null, linkedinProfileUrl: null, phoneNumber: null },
		]);
	});

	test('a field that is left empty in Update Fields can be cleared', async () => {
		await update({ updateFields: { email: '={{ "" }}' }, fieldsToClear: ['email'] });
		expect(bodies(sandbox())).toEqual([{ email: null }]);
	});

	test.each([
		['={{ ["email", "domain"] }}', { email: null, domain: null }],
		['={{ ["email", "email"] }}', { email: null }],
		['={{ "email" }}', { email: null }],
	])('an expression can give them: %s', async (fieldsToClear, body) => {
		await update({ fieldsToClear });
		expect(bodies(sandbox())).toEqual([body]);
	});

	test.each(['={{ [] }}', '={{ "" }}', '={{ null }}', '={{ undefined }}'])(
		'an expression can give none: %s',
		async (fieldsToClear) => {
			await update({ updateFields: { name: 'Nathan Jones' }, fieldsToClear });
			expect(bodies(sandbox())).toEqual([{ name: 'Nathan Jones' }]);
		},
	);
});

describe('What makes no sense is not sent', () => {
	const email = 'nathan@globex.com';
	const phone = 'Phone Number must be an international number';
	const nothing = 'Update Fields must have at least one value, or Fields to Clear at least one field';
	const notInList = 'Fields to Clear must contain only fields from the list';

	test.each<[string, INodeParameters, string]>([
		[
			'a field that is set and cleared',
			{ updateFields: { email }, fieldsToClear: ['domain', 'email'] },
			'Fields to Clear must not contain Email, which Update Fields sets',
		],
		['nothing', {}, nothing],
		['only empty fields', { updateFields: { email: '', name: '={{ null }}' } }, nothing],
		['clearing the name', { fieldsToClear: '={{ ["name"] }}' }, notInList],
		['clearing a field that does not exist', { fieldsToClear: '={{ ["slug"] }}' }, notInList],
		['clearing a list in a text', { fieldsToClear: '={{ "email,domain" }}' }, notInList],
		['clearing an object', { fieldsToClear: '={{ ({ email: true }) }}' }, notInList],
		['a name of 256 characters', { updateFields: { name: 'x'.repeat(256) } }, 'Name must be 1 to 255'],
		['a phone number without +', { updateFields: { phoneNumber: '4930123456' } }, phone],
		['a phone number of 16 digits', { updateFields: { phoneNumber: '+1234567890123456' } }, phone],
	])('%s', async (_what, parameters, message) => {
		const { error, items } = await update(parameters);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Nothing was sent for item 0');
		expect(items).toEqual([]);
		expect(sandbox().requests).toEqual([]);
	});

	test.each<[string, INodeParameters]>([
		['a name of 1 character', { name: 'x' }],
		['a name of 255 characters', { name: 'x'.repeat(255) }],
		['a phone number of 2 digits', { phoneNumber: '+49' }],
		['a phone number of 15 digits', { phoneNumber: '+123456789012345' }],
	])('but %s is', async (_what, fields) => {
		const { error } = await update({ updateFields: fields });
		expect(error).toBeUndefined();
		expect(sandbox().requests).toHaveLength(1);
	});

	test('the error names the item', async () => {
		const { error } = await update(
			{ updateFields: { name: '={{ $json.name }}' } },
			byId(aPerson().personId),
			[{ name: 'Nathan Jones' }, { name: '' }],
		);
		expect(error?.message).toBe(nothing);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
	});
});

describe('The person', () => {
	const name = { updateFields: { name: 'Nathan Jones' } };

	test('can be a plain ID from an expression', async () => {
		const { personId } = aPerson();
		await update(name, '={{ $json.id }}', [{ id: personId }]);
		expect(sandbox().requests.map(({ url }) => url)).toEqual([`/v0/persons/${personId}`]);
	});

	test('by one email address however it is typed: the last row stands', async () => {
		const person = Object.assign(aPerson(), { email: 'ada@acme.com' });
		sandbox().settings.faults.latencyMs = [0, 20];
		const emails = ['ada@acme.com', 'ada@acme.com ', 'ADA@acme.com', ' Ada@Acme.com'];
		const items = Array.from({ length: 20 }, (_, n) => ({ email: emails[n % 4] ?? '', name: `Row ${n}` }));
		const { error } = await update(
			{ updateFields: { name: '={{ $json.name }}' } },
			byEmail('={{ $json.email }}'),
			items,
		);
		sandbox().settings.faults.latencyMs = 0;
		expect(error).toBeUndefined();
		expect(bodies(sandbox()).filter(Boolean)).toEqual(items.map(({ name: row }) => ({ name: row })));
		expect(person.name).toBe('Row 19');
	});

	test.each([
		['a/b?x=1#y', 'a%2Fb%3Fx%3D1%23y'],
		['ä 😀', '%C3%A4%20%F0%9F%98%80'],
		['%2e%2e', '%252e%252e'],
	])('the ID %s is one segment of the path: %s', async (id, segment) => {
		await update(name, byId(id));
		expect(sandbox().requests.map(({ url }) => url)).toEqual([`/v0/persons/${segment}`]);
	});

	test.each([
		['={{ "" }}', 'Person must not be empty'],
		['={{ null }}', 'Person must not be empty'],
		['.', 'Person must be an ID, not a path'],
		['..', 'Person must be an ID, not a path'],
		['../x', 'Person must be an ID, not a path'],
	])('the ID %j is refused before anything is sent', async (id, message) => {
		const { error } = await update(name, byId(id));
		expect(error?.message).toContain(message);
		expect(sandbox().requests).toEqual([]);
	});

	test('one that the service does not know is named in the error', async () => {
		const { error } = await update(name, byId('person_unknown'));
		expect(error?.description).toContain('/v0/persons/person_unknown (404)');
		expect(error?.message).toContain('Check the IDs');
	});
});
