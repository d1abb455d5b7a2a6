import type { INodeParameters } from 'n8n-workflow';
import { CredentialsHelper } from '../../../support/credentialsHelper';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';
import type { WorkflowOptions } from '../../../support/workflow';

const sandbox = useSandbox({ sizes: { persons: 3 } });

/** As n8n lets a user fill in a credential: chosen by the data of the item. */
const BY_ITEM = { baseUrl: '={{ $json.baseUrl }}', apiKey: '={{ $json.apiKey }}' };
const CREATE = { resource: 'person', operation: 'create', name: 'Ada' };
const COUNT = 5;

const itemsWith = (last: object) =>
	Array.from({ length: COUNT }, (_, n) => {
		const { url: baseUrl, apiKey } = sandbox();
		return { n, baseUrl, apiKey, ...(n === COUNT - 1 && last) };
	});

test.each([
	['another key', () => ({ apiKey: 'other-key' })],
	['another Base URL', () => ({ baseUrl: 'https://other.example' })],
])('A run whose last item would get %s ends before anything is sent', async (_what, last) => {
	const { error } = await runNode(sandbox(), CREATE, {
		items: itemsWith(last()),
		credentials: BY_ITEM,
	});
	expect(error).toMatchObject({
		message: expect.stringMatching(
			/^The credential gives item 4 .* another Base URL or API key than item 0/,
		) as string,
		description: 'Nothing was sent.',
		context: { itemIndex: 4 },
	});
	expect(sandbox().requests).toEqual([]);
});

test('Expressions that give all items the same connection are no other credential', async () => {
	const items = itemsWith({ baseUrl: `${sandbox().url}/ `, apiKey: ` ${sandbox().apiKey}` });
	const { error } = await runNode(sandbox(), CREATE, { items, credentials: BY_ITEM });
	expect(error).toBeUndefined();
	expect(sandbox().requests).toHaveLength(COUNT);
});

const LIST = { resource: 'person', operation: 'getAll', returnAll: true };

test.each<[string, INodeParameters, WorkflowOptions, number]>([
	['once without expressions, to write', CREATE, {}, 1],
	['once without expressions, to read pages', LIST, {}, 1],
	['once an item with expressions', CREATE, { credentials: BY_ITEM }, COUNT],
])('A credential is read %s', async (_what, parameters, options, reads) => {
	const spy = jest.spyOn(CredentialsHelper.prototype, 'authenticate');
	await runNode(sandbox(), parameters, { items: itemsWith({}), ...options });
	const helpers = new Set(spy.mock.contexts as CredentialsHelper[]);
	spy.mockRestore();
	expect([...helpers].map((helper) => helper.reads)).toEqual([reads]);
});
