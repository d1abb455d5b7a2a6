import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../../../../support/runNode';
import { bodies } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox();

const create = async (parameters: INodeParameters, items = [{}] as Array<Record<string, string>>) =>
	await runNode(
		sandbox(),
		{ resource: 'person', operation: 'create', name: 'Nathan Smith', ...parameters },
		{ items },
	);

const text = (characters: number) => 'x'.repeat(characters);

describe('Person > Create', () => {
	test('sends the name alone, and gives the person that the service created', async () => {
		const { items, error } = await create({});

		expect(error).toBeUndefined();
		expect(sandbox().requests).toMatchObject([
			{
				method: 'POST',
				url: '/v0/persons',
				headers: { 'content-type': 'application/json' },
				rawBody: '{"name":"Nathan Smith"}',
			},
		]);
		expect(items).toEqual([{ json: sandbox().store.persons.all().at(-1), pairedItem: { item: 0 } }]);
	});

	test('sends every field under its own name', async () => {
		const additionalFields = {
			domain: 'acme.com',
			email: 'nathan@acme.com',
			linkedinProfileUrl: 'https://www.linkedin.com/in/nathan-smith',
			phoneNumber: '+4930123456',
		};
		const { json } = await create({ additionalFields });
		expect(bodies(sandbox())).toEqual([{ name: 'Nathan Smith', ...additionalFields }]);
		expect(json).toMatchObject([{ name: 'Nathan Smith', ...additionalFields }]);
	});

	test.each(['', '={{ "" }}', '={{ null }}', '={{ undefined }}'])(
		'a field that is %j is not sent',
		async (empty) => {
			await create({
				additionalFields: { domain: empty, email: empty, linkedinProfileUrl: empty, phoneNumber: empty },
			});
			expect(bodies(sandbox())).toEqual([{ name: 'Nathan Smith' }]);
		},
	);

	test('one person an item, linked to it, in their order', async () => {
		const { items } = await create({ name: '={{ $json.name }}' }, [{ name: 'First' }, { name: 'Second' }]);
		expect(items.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
			['First', { item: 0 }],
			['Second', { item: 1 }],
		]);
	});
});

describe('What the service would refuse is not sent', () => {
	const phone = 'Phone Number must be an international number';

	test.each<[string, INodeParameters, string]>([
		['no name', { name: '={{ $json.nothing }}' }, 'Name must not be empty'],
		['a name of 256 characters', { name: text(256) }, 'Name must be 1 to 255 characters long, but has 256'],
		['a name that is an object', { name: '={{ { first: "N" } }}' }, 'Name must be text'],
		['an email that is a list', { additionalFields: { email: '={{ ["a@b.c"] }}' } }, 'Email must be text'],
		['a phone number without +', { additionalFields: { phoneNumber: '4930123456' } }, phone],
		['a phone number from 0', { additionalFields: { phoneNumber: '+0930123456' } }, phone],
		['a phone number with spaces', { additionalFields: { phoneNumber: '+49 30 123456' } }, phone],
		['a phone number of 1 digit', { additionalFields: { phoneNumber: '+4' } }, phone],
		['a phone number of 16 digits', { additionalFields: { phoneNumber: '+1234567890123456' } }, phone],
		[
			'a phone number with a line break in it',
			{ additionalFields: { phoneNumber: '={{ "+49\\n30" }}' } },
			phone,
		],
	])('%s', async (_what, parameters, message) => {
		const { error, items } = await create(parameters);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Nothing was sent for item 0');
		expect(items).toEqual([]);
		expect(sandbox().requests).toEqual([]);
	});

	test.each<[string, INodeParameters]>([
		['a name of 1 character', { name: 'x' }],
		['a name of 255 characters', { name: text(255) }],
		['a name of 255 emoji', { name: '😀'.repeat(255) }],
		['a domain of 1 character', { additionalFields: { domain: 'x' } }],
		['a LinkedIn URL of 1 character', { additionalFields: { linkedinProfileUrl: 'x' } }],
		['a phone number of 2 digits', { additionalFields: { phoneNumber: '+49' } }],
		['a phone number of 15 digits', { additionalFields: { phoneNumber: '+123456789012345' } }],
	])('but %s is', async (_what, parameters) => {
		const { error } = await create(parameters);
		expect(error).toBeUndefined();
		expect(sandbox().requests).toHaveLength(1);
	});

	test('a name that is empty on the form keeps n8n from starting the run', async () => {
		await expect(create({ name: '' })).rejects.toThrow('Parameter "Name" is required');
		expect(sandbox().requests).toEqual([]);
	});

	test('the error names the item', async () => {
		const { error } = await create({ additionalFields: { phoneNumber: '={{ $json.phone }}' } }, [
			{ phone: '+4930123456' },
			{ phone: '030 123456' },
		]);
		expect(error?.message).toContain(phone);
		expect(error?.description).toContain('item 1');
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
	});
});
