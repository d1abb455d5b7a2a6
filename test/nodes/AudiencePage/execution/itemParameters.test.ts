import { Expression, type IExecuteFunctions, type INode, type INodeParameters } from 'n8n-workflow';
import { AudiencePage } from '../../../../nodes/AudiencePage/AudiencePage.node';
import {
	compilePlain,
	ItemParameters,
} from '../../../../nodes/AudiencePage/execution/itemParameters';
import { runNode } from '../../../support/runNode';

const NOWHERE = { url: 'http://nowhere.example', apiKey: 'key' };
const ITEMS = [
	{ id: 1, name: 'Acme', tags: ['a'], empty: null },
	{ id: 2, tags: [] },
];

/** The parameter `field` beside what n8n gives of it to a node that has it. */
async function read(field: INodeParameters[string], hasInput = true) {
	const execute = jest.fn(async () => [[]]);
	const nodeType = { description: new AudiencePage().description, execute };
	await runNode(NOWHERE, { resource: 'page', operation: 'getAll' }, { nodeType, items: ITEMS });
	const context = execute.mock.contexts[0] as unknown as IExecuteFunctions & { node: INode };
	context.node.parameters = { field };
	const byN8n = (path: string, item: number) => context.getNodeParameter(path, item);
	const parameters = new ItemParameters({ field }, context.getInputData(), byN8n, hasInput);
	const ours = (item: number) => parameters.valueOf('field', item);
	return { ours, byN8n: (item: number) => byN8n('field', item) };
}

/** The value, or the message of the error. */
const outcomeOf = (reading: () => unknown): unknown => {
	try {
		return { value: reading() };
	} catch (error) {
		return { error: (error as Error).message };
	}
};

const PLAIN = { a: '={{ $json.id }}', b: '=deal-{{ $json.id }}', c: 'fixed' };

test.each<[string, INodeParameters[string]]>([
	['null', null as unknown as string],
	['plain and null', '={{ $json.empty }}'],
	['not plain', '={{ $json.name.length }}'],
	['an error', '={{ $("Nobody").item.json.id }}'],
	['a date', '={{ DateTime.fromMillis($json.id) }}'],
	['a collection with a value that some items miss', { ...PLAIN, d: '={{ $json.name }}' }],
	['a collection with a date', { ...PLAIN, d: '={{ DateTime.fromMillis($json.id) }}' }],
	['a collection in a collection', { ...PLAIN, d: { ...PLAIN, e: '={{ $json.tags }}' } }],
	['a list of entries', { entries: [PLAIN, { a: '={{ $json.tags.length }}' }] }],
	['a name that is a path', { ...PLAIN, 'd.e': '={{ $json.id }}', 'd[0]': '={{ $json.id + 1 }}' }],
	['a record that is chosen', { __rl: true, mode: 'id', value: '={{ $json.id }}' }],
])('A parameter is what n8n gives, for each item: %s', async (_what, field) => {
	const { ours, byN8n } = await read(field);
	for (const item of ITEMS.keys()) {
		expect(outcomeOf(() => ours(item))).toStrictEqual(outcomeOf(() => byN8n(item)));
	}
});

test.each<[string, INodeParameters, boolean, string[]]>([
	['nothing that is plain', PLAIN, true, []],
	[
		'of a collection what is not plain',
		{ ...PLAIN, d: '={{ $now }}' },
		true,
		Array(2).fill('={{ $now }}'),
	],
	['what an item misses', { d: '={{ $json.name }}' }, true, ['={{ $json.name }}']],
	['all, as an agent’s tool', { a: PLAIN.a }, false, Array(2).fill(PLAIN.a)],
])('n8n evaluates %s', async (_what, field, hasInput, expected) => {
	const { ours } = await read(field, hasInput);
	const resolve = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	for (const item of ITEMS.keys()) ours(item);
	const evaluated = resolve.mock.calls.map(([value]) => String(value));
	resolve.mockRestore();
	expect(evaluated.filter((value) => value.startsWith('='))).toEqual(expected);
});

test('In a run, n8n evaluates an expression that is not plain once an item', async () => {
	const resolve = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	const limit = '={{ 1 + 0 }}';
	const list = { resource: 'person', operation: 'getAll', limit };
	await runNode(NOWHERE, list, { items: ITEMS, onError: 'continueRegularOutput' });
	const evaluated = resolve.mock.calls.filter(([value]) => value === limit);
	resolve.mockRestore();
	expect(evaluated).toHaveLength(ITEMS.length);
});

const ITEM = {
	...{ id: 7, name: 'Acme', nothing: null, isOpen: false, 'Deal ID': 'D-1', "owner's": 'Nathan' },
	company: { domain: 'acme.com', tags: ['a'] },
	closed: new Date(0) as unknown as string,
	'na\\u006de': 'escaped',
};

describe('compilePlain', () => {
	test.each([
		['={{ $json.name }}', 'Acme'],
		['={{$json.id}}', 7],
		['={{ $json.isOpen }}', false],
		["={{ $json['Deal ID'] }}", 'D-1'],
		['={{ $json["owner\'s"] }}', 'Nathan'],
		['={{ $json.company["domain"] }}', 'acme.com'],
		['={{ $json.company }}', ITEM.company],
		['={{ $json.company.tags }}', ITEM.company.tags],
		['={{ $json }}', ITEM],
		['={{ $json.id }}{{ $json.name }} ', '7Acme '],
		['=deal-{{ $json.id }}-{{ $json.isOpen }}', 'deal-7-false'],
	])('reads %s from the item', (expression, value) => {
		expect(compilePlain(expression)?.(ITEM)).toBe(value);
	});

	test.each([
		...['={{ $json.missing }}', '={{ $json.nothing }}', '={{ $json.closed }}', '=c: {{ $json }}'],
		...['={{ $json.name.length }}', '={{ $json.toString }}', '={{ $json.name || "none" }}'],
		...['={{ $json.company.tags[0] }}', '={{ $json["na\\u006de"] }}', '={{ $json.name }'],
		...["={{ $json['na\\u006de'] }}", '=C:\\{{ $json.name }}'],
		...['={{{ $json.name }}}', '={ "id": {{ $json.id }} }', '=tags: {{ $json.company.tags }}'],
		...['=', '=text', '={{ $now }}', "={{ $('Start').item.json.id }}"],
	])('leaves %s to n8n', (expression) => {
		expect(compilePlain(expression)?.(ITEM)).toBeUndefined();
	});
});
