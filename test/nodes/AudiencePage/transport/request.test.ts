import type { INodeParameters } from 'n8n-workflow';

import { useVirtualTime } from '../../../support/virtualTime';
import { runNode } from '../../../support/runNode';
import { useSandbox, withAnswers, type Answer } from '../../../support/services';
import type { WorkflowOptions } from '../../../support/workflow';

const sandbox = useSandbox();
useVirtualTime();

const LIST: INodeParameters = { resource: 'person', operation: 'getAll', limit: 1 };

const runAgainst = async (answer: Answer, parameters = LIST, options: WorkflowOptions = {}) =>
	await withAnswers([answer], async (service) => ({
		...(await runNode(service, parameters, options)),
		requests: service.requests,
	}));

describe('A request', () => {
	test('carries the key, asks for JSON, and a GET has no body', async () => {
		await runNode(sandbox(), LIST);
		const [request] = sandbox().requests;
		expect(request).toMatchObject({
			method: 'GET',
			rawBody: '',
			headers: { 'x-api-key': sandbox().apiKey, accept: 'application/json' },
		});
		expect(request?.headers).not.toHaveProperty('content-type');
	});

	test.each(['/', '/v0', '/v0/'])('finds the service when the Base URL ends in %s', async (end) => {
		const { apiKey, url } = sandbox();
		const { error } = await runNode({ apiKey, url: `${url}${end}` }, LIST);
		expect(error).toBeUndefined();
		expect(sandbox().requests).toMatchObject([{ path: '/v0/persons/search' }]);
	});

	test('does not follow a redirect, and the other origin never sees the key', async () => {
		await withAnswers([{ body: {} }], async (other) => {
			const { error } = await runAgainst({
				status: 302,
				headers: { location: `${other.url}/v0/persons/search` },
			});
			expect(error?.message).toContain('The service returned 302 without a reason');
			expect(error?.message).toContain('Check the Base URL in the credential');
			expect(other.requests).toEqual([]);
		});
	});
});

describe('The error says', () => {
	test.each<[string, Answer, string, string]>([
		[
			'401',
			{ status: 401, body: { message: 'Invalid API key' } },
			'Invalid API key',
			'Check the API Key in the credential',
		],
		[
			'403',
			{ status: 403, body: { error: 'Forbidden' } },
			'Forbidden',
			'Check the API Key in the credential',
		],
		[
			'404',
			{ status: 404, body: { error: { message: 'Nothing here' } } },
			'Nothing here',
			'Check the IDs in the node',
		],
		['422', { status: 422, body: { errors: ['limit is odd'] } }, 'limit is odd', 'limit is odd'],
		[
			'500 with HTML',
			{ status: 500, body: '<html><head><title>Internal Server Error</title></head><body>…</body></html>' },
			'Internal Server Error',
			'Try again later',
		],
		['500 with nothing', { status: 500 }, 'The service returned 500 without a reason', 'Try again later'],
		[
			'200 with HTML',
			{ body: '<html><title>Welcome</title></html>' },
			'The service did not return JSON',
			'Check the Base URL',
		],
		[
			'200 with JSON cut short',
			{ body: '{"items":[{"personId":"p', headers: { 'content-type': 'application/json' } },
			'The service did not return JSON',
			'Check the Base URL',
		],
	])('%s', async (_what, answer, message, advice) => {
		const { error, items } = await runAgainst(answer);
		expect(error?.message).toContain(message);
		expect(error?.message).toContain(advice);
		expect(error).toMatchObject({ context: { itemIndex: 0 } });
		expect(items).toEqual([]);
	});

	test('the service is down', async () => {
		const down = await withAnswers([], async ({ url, apiKey }) => ({ url, apiKey }));
		const { error } = await runNode(down, LIST);
		expect(error?.message).toContain(
			'No answer from the Audience Page service: nothing is listening at this address',
		);
		expect(error?.message).toContain('Check the Base URL in the credential');
	});

	test('the key is wrong', async () => {
		const { error } = await runNode({ url: sandbox().url, apiKey: 'a-wrong-key' }, LIST);
		expect(error?.message).toContain('Check the API Key in the credential');
		expect(JSON.stringify(error)).not.toContain('a-wrong-key');
	});

	test('there is no credential', async () => {
		const { error } = await runNode(sandbox(), LIST, { credentials: false });
		expect(error?.message).toContain('Node does not have any credentials set');
		expect(sandbox().requests).toEqual([]);
	});

	test.each([
		['', 'Base URL is empty'],
		['api.example.com', 'Base URL is not a web address'],
		['http://api.example.com', 'Base URL must start with https://'],
		['https://api.example.com/crm', 'Base URL must be the address alone'],
	])('the Base URL is %j', async (baseUrl, message) => {
		const { error } = await runNode(sandbox(), LIST, { credentials: { baseUrl, apiKey: 'key' } });
		expect(error?.message).toContain(message);
	});

	test.each([
		['', 'API Key is empty'],
		['one\ntwo', 'API Key contains a line break'],
	])('the API key is %j', async (apiKey, message) => {
		const { error } = await runNode(sandbox(), LIST, { credentials: { baseUrl: sandbox().url, apiKey } });
		expect(error?.message).toContain(message);
		expect(sandbox().requests).toEqual([]);
	});

	test('a response without a body is a success', async () => {
		const create = { resource: 'accountLog', operation: 'create', domain: 'acme.com', source: 'crm' };
		const { json, error } = await runAgainst({ status: 204 }, create);
		expect(error).toBeUndefined();
		expect(json).toEqual([{}]);
	});

	test('with Continue On Fail, the other items are processed', async () => {
		const create = {
			resource: 'accountLog',
			operation: 'create',
			domain: 'acme.com',
			source: '={{ $json.from }}',
		};
		const items = [{ from: 'crm' }, { from: 'Not Fine' }, { from: 'erp' }];
		const { json, error } = await runNode(sandbox(), create, { items, onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		expect(json).toMatchObject([
			{ source: 'crm' },
			{ error: expect.stringContaining('Source must be') as string },
			{ source: 'erp' },
		]);
		expect(sandbox().requests).toHaveLength(2);
	});
});
