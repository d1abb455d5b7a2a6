import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { nodeWith } from '../../../support/nodeWith';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';
import type { WorkflowOptions } from '../../../support/workflow';

const sandbox = useSandbox();

const ITEMS = ['Ada', 'Bea', 'Cleo'].map((name) => ({ name }));
/** So that it is known what was sent when another item failed. */
const IN_ORDER = { maxConcurrentRequests: 1 };
const PERSONS: INodeParameters = {
	...{ resource: 'person', operation: 'create', name: '={{ $json.name }}' },
	options: IN_ORDER,
};
const NOBODY = { resource: 'person', operation: 'getAll', filters: { query: 'nobody' } };

const run = async (parameters: INodeParameters, options: WorkflowOptions = {}) =>
	await runNode(sandbox(), parameters, { items: ITEMS, ...options });

describe('A field that is sent, whose expression gives nothing', () => {
	const write = async (email: string, domain: string) =>
		(await run({ ...PERSONS, additionalFields: { email, domain } })).hints;

	test('for every item is named', async () => {
		expect(await write('={{ $json.mail }}', '={{ $json.site }}')).toEqual([
			'Nothing was sent for Domain and Email: the expression gave nothing for any item.',
		]);
	});

	test('for every item is named for a search, too, which then finds everybody', async () => {
		const { hints } = await run({ ...NOBODY, filters: { query: '={{ $json.mail }}' } });
		expect(hints).toContain(
			'Nothing was sent for Search: the expression gave nothing for any item.',
		);
	});

	test('for some items, or without an expression, is not', async () => {
		expect(await write('={{ $json.name === "Ada" ? "a@first.example" : "" }}', '')).toEqual([]);
	});
});

test('A run that ends at a refused value says what was written, and how to see all that are refused', async () => {
	const items = ['Ada', '', 'Cleo', '', ''].map((name) => ({ name }));
	const { error } = await run(PERSONS, { items });
	expect(error).toMatchObject({ context: { itemIndex: 1 } });
	expect(error?.description).toContain(
		'Of 5 items: 1 written, 1 failed, 3 not sent. Options > Preview Only shows all that would be refused. A retry of this workflow',
	);
	expect(error?.description).toContain('first set Settings > On Error to Continue');
	expect(sandbox().requests.map(({ body }) => body)).toEqual([{ name: 'Ada' }]);
});

test.each([
	[{}, ['Nothing found. To continue anyway, turn on Settings > Always Output Data.']],
	[{ alwaysOutputData: true }, []],
])('A read that finds nothing, with %j, says what to do', async (settings, hints) => {
	expect((await run(NOBODY, { items: [{}], ...settings })).hints).toEqual(hints);
});

test('A tool that finds nothing says so: to a model, n8n gives an empty text', async () => {
	const nodeType = nodeWith({ isToolExecution: () => true });
	const { json } = await run(NOBODY, { items: [{}], nodeType });
	expect(json).toEqual([{ message: 'Nothing found' }]);
});

test.each([
	[
		{ resource: '__CUSTOM_API_CALL__' },
		/^This operation is not.*For a Custom API Call, use an HTTP Request node/,
	],
	[
		{ resource: 'invoice', operation: 'getAll' },
		/^This operation is not.*"invoice" has no operation/,
	],
])('An operation that does not exist: %j', async (parameters, words) => {
	const { error } = await run(parameters);
	expect(`${error?.message} ${error?.description}`).toMatch(words);
	expect(sandbox().requests).toEqual([]);
});

describe('Entries of one run with one Idempotency Key', () => {
	const KEYED: INodeParameters = {
		...{ resource: 'accountLog', operation: 'create', domain: 'acme.com', source: 'crm' },
		...{ payload: '={{ $json }}', idempotencyKey: 'deal-1', options: IN_ORDER },
	};

	test('and other content: the later is refused, in a retry too', async () => {
		const { error } = await run(KEYED, { retryOnFail: true, maxTries: 2 });
		expect(error?.message).toMatch(/^Idempotency Key is that of item 0 \(counted from 0\)/);
		expect(error?.message).toMatch(/, which has other content: .* \(got "deal-1"\)$/);
		expect(error?.context).toMatchObject({ itemIndex: 1 });
		const payloads = sandbox().requests.map(({ body }) => (body as IDataObject).payload);
		expect(payloads).toEqual([{ name: 'Ada' }]);
	});

	test('and the same content are one entry, and a hint counts them', async () => {
		const { hints } = await run(KEYED, { items: [{ name: 'Ada' }, { name: 'Ada' }] });
		expect(hints).toEqual([
			'1 item wrote no log entry, because an earlier item has the same key: item 1 (counted from 0).',
		]);
	});
});
