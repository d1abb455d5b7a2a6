import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useSandbox } from '../../../../support/services';
import { createEntry } from './creating';

const sandbox = useSandbox();

const create = async (parameters: INodeParameters, items?: IDataObject[]) =>
	await createEntry(sandbox(), parameters, items);

describe('What the service would refuse is not sent', () => {
	const account = `account_${'a1'.repeat(13)}`;
	const text = (characters: number) => 'x'.repeat(characters);

	test.each<[string, INodeParameters, string]>([
		[
			'an account ID of 25 characters',
			{ accountId: account.slice(0, -1) },
			'Account ID must be account_ followed by 26',
		],
		[
			'an account ID of 27 characters',
			{ accountId: `${account}a` },
			'Account ID must be account_ followed by 26',
		],
		['an account ID with capitals', { accountId: account.toUpperCase() }, 'Account ID must be account_'],
		['no source', { source: '={{ "" }}' }, 'Source must not be empty'],
		['an empty expression for source', { source: '={{ $json.nothing }}' }, 'Source must not be empty'],
		[
			'a source with capitals',
			{ source: 'HubSpot' },
			'Source must be lower-case letters, digits and single hyphens',
		],
		['a source with two hyphens', { source: 'hub--spot' }, 'Source must be lower-case'],
		['a source with an underscore', { source: 'hub_spot' }, 'Source must be lower-case'],
		[
			'a source of 101 characters',
			{ source: text(101) },
			'Source must be 1 to 100 characters long, but has 101',
		],
		['a source that is an object', { source: '={{ { a: 1 } }}' }, 'Source must be text'],
		['a type with a space', { type: 'deal won' }, 'Type must be lower-case'],
		['a type of 101 characters', { type: text(101) }, 'Type must be 1 to 100 characters long'],
		['a name of 256 characters', { additionalFields: { name: text(256) } }, 'Account Name must be 1 to 255'],
		[
			'a key of 256 characters',
			{ options: { idempotencyKeyMode: 'custom', idempotencyKey: text(256) } },
			'Idempotency Key must be 1 to 255 characters long, but has 256',
		],
		[
			'a custom key that is empty',
			{ options: { idempotencyKeyMode: 'custom', idempotencyKey: '' } },
			'Idempotency Key must not be empty if Idempotency Key Mode is Custom',
		],
		[
			'a custom key that is not there',
			{ options: { idempotencyKeyMode: 'custom' } },
			'Idempotency Key must not be empty if Idempotency Key Mode is Custom',
		],
		[
			'a key mode that does not exist',
			{ options: { idempotencyKeyMode: '={{ "always" }}', idempotencyKey: 'D-1' } },
			'Idempotency Key Mode must be one of the modes in the list',
		],
		['a payload that is not JSON', { payload: 'deal 1' }, 'Payload must be a JSON object'],
		['a payload that is a list', { payload: '[1]' }, 'Payload must be a JSON object'],
		['a payload that is a number', { payload: '={{ 1 }}' }, 'Payload must be a JSON object'],
		['a payload that is null', { payload: 'null' }, 'Payload must be a JSON object'],
		['an empty payload', { payload: '' }, 'Payload must be a JSON object'],
	])('%s', async (_what, parameters, message) => {
		const { error, items } = await create({ domain: 'acme.com', ...parameters });
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Nothing was sent for item 0');
		expect(items).toEqual([]);
		expect(sandbox().requests).toEqual([]);
	});

	test.each<[string, INodeParameters]>([
		['an account ID of 26 characters', { accountId: account, domain: '' }],
		['a source of 1 character', { source: 'x' }],
		['a source of 100 characters', { source: text(100) }],
		['a type of 100 characters', { type: text(100) }],
		['a name of 255 characters', { additionalFields: { name: text(255) } }],
		['a name of 255 emoji', { additionalFields: { name: '😀'.repeat(255) } }],
		['a key of 255 characters', { options: { idempotencyKeyMode: 'custom', idempotencyKey: text(255) } }],
	])('but %s is', async (_what, parameters) => {
		await create({ domain: 'acme.com', ...parameters });
		expect(sandbox().requests).toHaveLength(1);
	});

	test('a required field that is empty on the form keeps n8n from starting the run', async () => {
		await expect(create({ source: '' })).rejects.toThrow('Parameter "Source" is required');
		expect(sandbox().requests).toEqual([]);
	});

	test.each(['', '={{ "" }}', '={{ " \\t" }}', '={{ null }}', '={{ undefined }}'])(
		'an entry whose account ID, domain and account name are %j is refused',
		async (empty) => {
			const { error } = await create(
				{
					domain: '={{ $json.domain }}',
					accountId: empty,
					additionalFields: { name: '={{ $json.domain && "" }}' },
				},
				[{ domain: 'acme.com' }, { domain: ' ' }],
			);
			expect(error?.message).toBe('Account ID, Domain and Account Name are all empty. Set one of them');
			expect(error?.description).toContain('Nothing was sent for item 1');
			expect(error).toMatchObject({ context: { itemIndex: 1 } });
			expect(sandbox().requests.length).toBeLessThanOrEqual(1);
		},
	);

	test('an entry with an account name alone is sent: the service decides', async () => {
		const { error } = await create({ additionalFields: { name: 'Acme' } });
		expect(sandbox().requests).toHaveLength(1);
		expect(error?.description).toContain('The service rejected the request');
	});
});
