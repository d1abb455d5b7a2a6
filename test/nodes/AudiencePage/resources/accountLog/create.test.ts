import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../../../../support/runNode';
import { bodies } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox();

const create = async (parameters: INodeParameters, items = [{ deal: 'D-1' }] as object[]) =>
	await runNode(
		sandbox(),
		{ resource: 'accountLog', operation: 'create', source: 'hubspot', ...parameters },
		{ items: items as Array<Record<string, string>> },
	);

/** What the node makes of an entry's own key, unless its options say otherwise. */
const KEY = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
const WITHOUT_KEY = { options: { idempotencyKeyMode: 'none' } };

describe('Account Log > Create', () => {
	test('sends the entry, and gives what the service created', async () => {
		const { json, error } = await create({ domain: 'acme.com', type: 'deal-won' });

		expect(error).toBeUndefined();
		expect(sandbox().requests).toMatchObject([
			{
				method: 'POST',
				url: '/v0/account_logs',
				headers: { 'content-type': 'application/json', 'x-api-key': sandbox().apiKey },
				body: { domain: 'acme.com', source: 'hubspot', type: 'deal-won', payload: { deal: 'D-1' } },
			},
		]);
		expect(json).toEqual([
			{
				accountId: expect.stringMatching(/^account_/) as string,
				accountLogId: expect.any(String) as string,
				createdAt: expect.any(String) as string,
				source: 'hubspot',
				type: 'deal-won',
			},
		]);
	});

	test('sends every field that is filled', async () => {
		const [account] = sandbox().store.accounts.all();
		await create({
			accountId: account?.accountId,
			domain: account?.domain,
			type: 'deal-won',
			additionalFields: { name: 'Acme' },
			options: { idempotencyKeyMode: 'custom', idempotencyKey: 'D-1' },
		});
		expect(bodies(sandbox())).toEqual([
			{
				accountId: account?.accountId,
				domain: account?.domain,
				source: 'hubspot',
				type: 'deal-won',
				payload: { deal: 'D-1' },
				name: 'Acme',
				idempotencyKey: 'D-1',
			},
		]);
	});

	test.each(['', '={{ "" }}', '={{ null }}', '={{ undefined }}'])(
		'a field that is %j is not sent',
		async (empty) => {
			await create({ domain: 'acme.com', accountId: empty, additionalFields: { name: empty } });
			expect(bodies(sandbox())).toEqual([
				{
					domain: 'acme.com',
					source: 'hubspot',
					type: 'webhook',
					payload: { deal: 'D-1' },
					idempotencyKey: KEY,
				},
			]);
		},
	);

	test('a type that is left empty is sent as webhook', async () => {
		await create({ domain: 'acme.com', type: '' });
		expect(bodies(sandbox())).toMatchObject([{ type: 'webhook' }]);
	});

	test('a number from an expression is sent as text', async () => {
		await create({ domain: 'acme.com', source: '={{ 42 }}' });
		expect(bodies(sandbox())).toMatchObject([{ source: '42' }]);
	});

	test('one entry an item, linked to it, in their order', async () => {
		const { items } = await create({ domain: '={{ $json.domain }}', source: '={{ $json.from }}' }, [
			{ domain: 'acme.com', from: 'first' },
			{ domain: 'globex.com', from: 'second' },
			{ domain: 'acme.com', from: 'third' },
		]);
		expect(items.map(({ json, pairedItem }) => [json.source, pairedItem])).toEqual([
			['first', { item: 0 }],
			['second', { item: 1 }],
			['third', { item: 2 }],
		]);
	});

	test('an entry with the same custom key is one entry, by the service', async () => {
		const key = { options: { idempotencyKeyMode: 'custom', idempotencyKey: '={{ $json.deal }}' } };
		const first = await create({ domain: 'acme.com', ...key }, [{ deal: 'D-77' }]);
		const second = await create({ domain: 'acme.com', ...key }, [{ deal: 'D-77' }]);
		expect(second.json).toEqual(first.json);
	});

	test('a key without a mode is meant as a custom one', async () => {
		await create({ domain: 'acme.com', options: { idempotencyKey: 'D-78' } });
		expect(bodies(sandbox())).toMatchObject([{ idempotencyKey: 'D-78' }]);
	});

	test('without a key nothing is sent as one', async () => {
		await create({
			domain: 'acme.com',
			options: { idempotencyKeyMode: 'none', idempotencyKey: 'left over' },
		});
		expect(bodies(sandbox())).toEqual([
			expect.not.objectContaining({ idempotencyKey: expect.anything() as string }),
		]);
	});
});

describe('The payload reaches the service exactly as given', () => {
	const payloads = [
		'{"a.b":{"c.d":1},"a":{"b":2}}',
		'{"list":[[1,2],[3],[],{}],"empty":{},"none":null,"no":false,"zero":0,"text":""}',
		'{"__proto__":{"polluted":true},"constructor":{"prototype":{"x":1}},"toString":"x"}',
		'{"z":1,"a":2,"m":{"z":1,"a":2}}',
		'{"10":"ten","9":"nine","text":"ä 漢 😀 \\u0000 \\\\ \\" \\n"}',
		'{}',
	];

	test.each(payloads)('typed as JSON: %s', async (payload) => {
		await create({ domain: 'acme.com', payload, ...WITHOUT_KEY });
		const [request] = sandbox().requests;
		expect(request?.rawBody).toContain(`"payload":${JSON.stringify(JSON.parse(payload))}}`);
	});

	test.each(payloads)('from the item: %s', async (payload) => {
		await create({ domain: 'acme.com', ...WITHOUT_KEY }, [JSON.parse(payload) as object]);
		const [request] = sandbox().requests;
		expect(request?.rawBody).toContain(`"payload":${JSON.stringify(JSON.parse(payload))}}`);
	});

	test('of a megabyte', async () => {
		const payload = { text: 'x'.repeat(1_000_000) };
		const { error } = await create({ domain: 'acme.com' }, [payload]);
		expect(error).toBeUndefined();
		expect(bodies(sandbox())).toMatchObject([{ payload }]);
	});
});

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
		['a source with capitals', { source: 'HubSpot' }, 'Source must be lower-case letters and digits'],
		['a source with two hyphens', { source: 'hub--spot' }, 'Source must be lower-case'],
		['a source with an underscore', { source: 'hub_spot' }, 'Source must be lower-case'],
		[
			'a source of 101 characters',
			{ source: text(101) },
			'Source must be 1 to 100 characters long, and this has 101',
		],
		['a source that is an object', { source: '={{ { a: 1 } }}' }, 'Source must be text'],
		['a type with a space', { type: 'deal won' }, 'Type must be lower-case'],
		['a type of 101 characters', { type: text(101) }, 'Type must be 1 to 100 characters long'],
		['a name of 256 characters', { additionalFields: { name: text(256) } }, 'Account Name must be 1 to 255'],
		[
			'a key of 256 characters',
			{ options: { idempotencyKeyMode: 'custom', idempotencyKey: text(256) } },
			'Idempotency Key must be 1 to 255 characters long, and this has 256',
		],
		[
			'a custom key that is empty',
			{ options: { idempotencyKeyMode: 'custom', idempotencyKey: '' } },
			"Idempotency Key must not be empty when its mode is 'Custom'",
		],
		[
			'a custom key that is not there',
			{ options: { idempotencyKeyMode: 'custom' } },
			"Idempotency Key must not be empty when its mode is 'Custom'",
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

	test('the error names the item', async () => {
		const { error } = await create({ domain: 'acme.com', source: '={{ $json.from }}' }, [
			{ from: 'fine' },
			{ from: 'Not Fine' },
		]);
		expect(error?.description).toContain('item 1');
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
	});

	test('an entry with neither account nor domain is sent: the service decides', async () => {
		const { error } = await create({});
		expect(sandbox().requests).toHaveLength(1);
		expect(error?.description).toContain('The service refused the request');
	});
});
