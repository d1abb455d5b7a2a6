import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { nth } from '../../../../support/records';
import { bodies } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';
import { createEntry } from './creating';

const sandbox = useSandbox();

const create = async (parameters: INodeParameters, items?: IDataObject[]) =>
	await createEntry(sandbox(), parameters, items);

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
		const { accountId, domain } = nth(sandbox().store.accounts.all());
		await create({
			accountId,
			domain,
			type: 'deal-won',
			additionalFields: { name: 'Acme' },
			options: { idempotencyKeyMode: 'custom', idempotencyKey: 'D-1' },
		});
		expect(bodies(sandbox())).toEqual([
			{
				accountId,
				domain,
				source: 'hubspot',
				type: 'deal-won',
				payload: { deal: 'D-1' },
				name: 'Acme',
				idempotencyKey: 'D-1',
			},
		]);
	});

	test('a type that is left empty is sent as webhook', async () => {
		await create({ domain: 'acme.com', type: '' });
		expect(bodies(sandbox())).toMatchObject([{ type: 'webhook' }]);
	});

	test('a number from an expression is sent as text', async () => {
		await create({ domain: 'acme.com', source: '={{ 42 }}' });
		expect(bodies(sandbox())).toMatchObject([{ source: '42' }]);
	});

	test('an entry with the same custom key is one entry, by the service', async () => {
		const key = { options: { idempotencyKeyMode: 'custom', idempotencyKey: '={{ $json.deal }}' } };
		const first = await create({ domain: 'acme.com', ...key }, [{ deal: 'D-77' }]);
		const second = await create({ domain: 'acme.com', ...key }, [{ deal: 'D-77' }]);
		expect(second.json).toEqual(first.json);
	});

	test.each([{}, { idempotencyKeyMode: 'item' }, { idempotencyKeyMode: 'none' }])(
		'a key that is filled is sent, with the options %j too',
		async (options) => {
			await create({ domain: 'acme.com', options: { ...options, idempotencyKey: 'D-78' } });
			expect(bodies(sandbox())).toMatchObject([{ idempotencyKey: 'D-78' }]);
		},
	);

	test('without a key nothing is sent as one', async () => {
		await create({ domain: 'acme.com', options: { idempotencyKeyMode: 'none', idempotencyKey: '' } });
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

	/** JSON without spaces, at the end of the body: nothing is added to it. */
	const payloadAsSent = (payload: string) => `"payload":${JSON.stringify(JSON.parse(payload))}}`;

	test.each(payloads)('typed as JSON: %s', async (payload) => {
		await create({ domain: 'acme.com', payload, ...WITHOUT_KEY });
		expect(nth(sandbox().requests).rawBody).toContain(payloadAsSent(payload));
	});

	test.each(payloads)('from the item: %s', async (payload) => {
		await create({ domain: 'acme.com', ...WITHOUT_KEY }, [JSON.parse(payload) as IDataObject]);
		expect(nth(sandbox().requests).rawBody).toContain(payloadAsSent(payload));
	});

	test('of a megabyte', async () => {
		const payload = { text: 'x'.repeat(1_000_000) };
		const { error } = await create({ domain: 'acme.com' }, [payload]);
		expect(error).toBeUndefined();
		expect(bodies(sandbox())).toMatchObject([{ payload }]);
	});
});
