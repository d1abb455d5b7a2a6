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
			'500 with HTML',
			{ status: 500, body: '<html><head><title>Internal Server Error</title></head><body>…</body></html>' },
			'Internal Server Error',
			'Try again later',
		],
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

	test('a response without a body is a success', async () => {
		const create = { resource: 'accountLog', operation: 'create', domain: 'acme.com', source: 'crm' };
		const { json, error } = await runAgainst({ status: 204 }, create);
		expect(error).toBeUndefined();
		expect(json).toEqual([{}]);
	});
});
