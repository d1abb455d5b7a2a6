import { Expression, type IDataObject, type IExecuteFunctions, type INodeParameters } from 'n8n-workflow';

import { AudiencePage } from '../../../../nodes/AudiencePage/AudiencePage.node';
import { Executor } from '../../../../nodes/AudiencePage/execution/executor';
import { run } from '../../../../nodes/AudiencePage/execution/run';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';
import { testWorkflow } from '../../../support/workflow';
import { notUnderstood } from './metadata';

const sandbox = useSandbox({ sizes: { persons: 150 } });

const { description } = new AudiencePage();

const ITEMS: IDataObject[] = Array.from({ length: 7 }, (_, n) => ({ n, domain: `company-${n}.example` }));

/** The five fields, an additional field and two options: eight expressions. */
const BY_EXPRESSIONS: INodeParameters = {
	resource: 'accountLog',
	operation: 'create',
	accountId: '={{ undefined }}',
	domain: '={{ $json.domain }}',
	source: '={{ "source-" + $json.n }}',
	type: '={{ "type-" + $json.n }}',
	payload: '={{ $json }}',
	additionalFields: { name: '=Company {{ $json.n }}' },
	options: {
		idempotencyKeyMode: '={{ "custom" }}',
		idempotencyKey: '=key-{{ $json.n }}',
		maxRetries: 1,
	},
};

describe('Evaluations', () => {
	let resolve: jest.SpiedFunction<Expression['resolveSimpleParameterValue']>;
	beforeEach(() => {
		resolve = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	});
	afterEach(() => resolve.mockRestore());

	/** What was evaluated, in its order; n8n passes on fixed values without doing anything. */
	const evaluated = () =>
		resolve.mock.calls.map(([value]) => String(value)).filter((value) => value.startsWith('='));

	test('each expression is evaluated once an item', async () => {
		const { items, error } = await runNode(sandbox(), BY_EXPRESSIONS, { items: ITEMS });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(7);
		expect(evaluated()).toHaveLength(7 * 8);
	});

	test.each([
		['of one page', { limit: '={{ $json.n + 1 }}', filters: { query: '={{ "" }}' } }, 2],
		[
			'of several pages',
			{
				returnAll: '={{ true }}',
				options: { pageSize: '={{ 50 }}', timeout: '={{ 9000 }}' },
			},
			3,
		],
	])('a list %s too', async (_what, parameters, expressions) => {
		const list = { resource: 'person', operation: 'getAll', ...parameters };
		const { error } = await runNode(sandbox(), list, { items: ITEMS });
		expect(error).toBeUndefined();
		expect(evaluated()).toHaveLength(7 * expressions);
	});

	test('what is fixed is not evaluated', async () => {
		const fixed = { resource: 'accountLog', operation: 'create', source: 'crm', payload: '{}' };
		await runNode(sandbox(), { ...fixed, domain: 'acme.com' }, { items: ITEMS });
		expect(evaluated()).toEqual([]);
		expect(sandbox().requests).toHaveLength(7);
	});

	test('what is fixed is asked for once a run, anything else once an item, and only if it is used', async () => {
		const { node } = testWorkflow(
			sandbox(),
			{
				...BY_EXPRESSIONS,
				domain: 'acme.com',
				source: 'crm',
				additionalFields: { name: 'Acme' },
				notShown: '={{ 1 }}',
			},
			{},
		);
		const getNodeParameter = jest.fn((name: string) => node.parameters[name]);
		const context: Partial<IExecuteFunctions> = {
			getNode: () => node,
			getInputData: () => ITEMS.map((json) => ({ json })),
			getNodeParameter: getNodeParameter as IExecuteFunctions['getNodeParameter'],
		};
		const executor = new Executor(context as IExecuteFunctions, description);
		for (let item = 0; item < 7; item++) {
			const one = executor.contextOf(item);
			for (const name of ['domain', 'source', 'type', 'additionalFields.name', 'additionalFields.other']) {
				one.getNodeParameter(name);
				one.getNodeParameter(name);
			}
		}
		const asked = getNodeParameter.mock.calls.map(([name]) => name);
		expect(asked.sort()).toEqual(['additionalFields', 'domain', 'source', ...Array<string>(7).fill('type')]);
	});
});

describe('What the executor understands', () => {
	test('is all that the description says of requests', () => {
		expect(notUnderstood(description)).toEqual([]);
	});

	const property = { displayName: 'X', name: 'x', type: 'string' as const, default: '' };
	const hook = async () => [];
	test.each([
		['output', { ...property, routing: { output: { maxResults: 1 } } }],
		['request.headers', { ...property, routing: { request: { headers: {} } } }],
		['request.url', { ...property, routing: { request: { url: '=/v0/{{$value}}' } } }],
		['request.url', { ...property, routing: { request: { url: '={{$parameter["x"]}}' } } }],
		['request.method', { ...property, routing: { request: { method: '=GET' as 'GET' } } }],
		['send.value', { ...property, routing: { send: { value: '={{ 1 }}' } } }],
		['send.propertyInDotNotation', { ...property, routing: { send: { propertyInDotNotation: false } } }],
		['send.property', { ...property, routing: { send: { type: 'body' as const, property: 'a.b' } } }],
		['send.property', { ...property, routing: { send: { type: 'body' as const, property: '=a' } } }],
		['send.type', { ...property, routing: { send: { property: 'a' } } }],
		['send.paginate', { ...property, routing: { send: { paginate: '={{ true }}' } } }],
		[
			'operations.pagination',
			{
				...property,
				routing: {
					operations: {
						pagination: { type: 'generic' as const, properties: { continue: '', request: {} } },
					},
				},
			},
		],
		['extractValue', { ...property, extractValue: { type: 'regex' as const, regex: 'x' } }],
		[
			'id.extractValue',
			{
				...property,
				type: 'resourceLocator' as const,
				modes: [
					{
						displayName: 'ID',
						name: 'id',
						type: 'string' as const,
						extractValue: { type: 'regex' as const, regex: 'x' },
					},
				],
			},
		],
		[
			'routing within',
			{
				...property,
				type: 'multiOptions' as const,
				options: [{ name: 'A', value: 'a', routing: { operations: { pagination: hook } } }],
			},
		],
		[
			'routing within',
			{
				...property,
				type: 'fixedCollection' as const,
				options: [
					{
						displayName: 'G',
						name: 'g',
						values: [{ ...property, routing: { send: { type: 'body' as const, property: 'x' } } }],
					},
				],
			},
		],
	])('is not %s', (complaint, strange) => {
		expect(notUnderstood({ ...description, properties: [strange] })).toEqual([`x: ${complaint}`]);
	});

	test('is not every default of a request', () => {
		const requestDefaults = { ...description.requestDefaults, headers: { accept: 'text/html' } };
		expect(notUnderstood({ ...description, requestDefaults })).toEqual(['requestDefaults.headers']);
	});
});

describe('An operation that does not exist', () => {
	test.each([
		[{ resource: '__CUSTOM_API_CALL__' }],
		[{ resource: 'person', operation: '__CUSTOM_API_CALL__' }],
	])('n8n has an entry Custom API Call: %j', async (parameters) => {
		const { error } = await runNode(sandbox(), parameters);
		expect(error?.message).toBe('Custom API Call is not an operation of this node');
		expect(error?.description).toContain('Use an HTTP Request node');
		expect(sandbox().requests).toEqual([]);
	});

	test.each([
		[{ resource: 'person', operation: 'delete' }, '"delete" of "person"'],
		[{ resource: 'invoice', operation: 'getAll' }, 'of "invoice"'],
	])('%j', async (parameters, named) => {
		const { error } = await runNode(sandbox(), parameters);
		expect(error?.message).toBe('Resource and Operation do not go together: choose an Operation');
		expect(error?.description).toContain(named);
		expect(sandbox().requests).toEqual([]);
	});
});

test('without an input item nothing is sent', async () => {
	const { node } = testWorkflow(sandbox(), { resource: 'page', operation: 'getAll', limit: 1 }, {});
	const context: Partial<IExecuteFunctions> = { getNode: () => node, getInputData: () => [] };
	expect(await run(context as IExecuteFunctions, description, {})).toEqual([]);
});
