import {
	Expression,
	type IExecuteFunctions,
	type INode,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';
import { AudiencePage } from '../../../../nodes/AudiencePage/AudiencePage.node';
import { ItemParameters } from '../../../../nodes/AudiencePage/execution/itemParameters';
import { runNode } from '../../../support/runNode';

const NOWHERE = { url: 'http://nowhere.example', apiKey: 'key' };
const ITEMS = [
	{ id: 1, name: 'Acme', tags: ['a'], empty: null },
	{ id: 2, tags: [] },
	{ id: 3, name: '', tags: [{ b: 1 }], empty: undefined },
];

/** What n8n hands to a node with these parameters, as they are. */
async function contextWith(parameters: INodeParameters): Promise<IExecuteFunctions> {
	const execute = jest.fn(async () => [[]]);
	const nodeType: INodeType = { description: new AudiencePage().description, execute };
	const fields = { resource: 'page', operation: 'getAll' };
	await runNode(NOWHERE, fields, { nodeType, items: ITEMS });
	const context = execute.mock.contexts[0] as IExecuteFunctions & { node: INode };
	context.node.parameters = parameters;
	return context;
}

function parametersOf(context: IExecuteFunctions, hasInput = true): ItemParameters {
	const byN8n = (path: string, item: number) => context.getNodeParameter(path, item);
	return new ItemParameters(context.getNode().parameters, context.getInputData(), byN8n, hasInput);
}

/** The value, or the message of the error. */
const outcomeOf = (read: () => unknown): unknown => {
	try {
		return { value: read() };
	} catch (error) {
		return { error: (error as Error).message };
	}
};

const PLAIN = { a: '={{ $json.id }}', b: '=deal-{{ $json.id }}', c: 'fixed' };

describe('A parameter is what n8n gives, for each item', () => {
	test.each<[string, INodeParameters[string]]>([
		['null', null as unknown as string],
		['a list', ['a', 'b']],
		['plain', '={{ $json.name }}'],
		['plain and null', '={{ $json.empty }}'],
		['not plain', '={{ $json.name.length }}'],
		['an error', '={{ $("Nobody").item.json.id }}'],
		['a date', '={{ DateTime.fromMillis($json.id) }}'],
		['a collection with a value that some items miss', { ...PLAIN, d: '={{ $json.name }}' }],
		['a collection with a date', { ...PLAIN, d: '={{ DateTime.fromMillis($json.id) }}' }],
		['a collection with dates in a list', { ...PLAIN, d: '={{ [{ at: DateTime.fromMillis(1) }] }}' }],
		['a collection that reads what is beside it', { ...PLAIN, d: '={{ $parameter["&c"] + "!" }}' }],
		['a collection that reads it by an escaped name', { ...PLAIN, d: '={{ $p\\u0061rameter["&c"] }}' }],
		['a collection without one of its values', { ...PLAIN, d: undefined as unknown as string }],
		['a collection in a collection', { ...PLAIN, d: { ...PLAIN, e: '={{ $json.tags }}' } }],
		['a list of entries', { entries: [PLAIN, { a: '={{ $json.tags.length }}' }] }],
		['a name that is a path', { ...PLAIN, 'd.e': '={{ $json.id }}', 'd[0]': '={{ $json.id + 1 }}' }],
		['a record that is chosen', { __rl: true, mode: 'id', value: '={{ $json.id }}' }],
	])('%s', async (_what, value) => {
		const context = await contextWith({ field: value });
		const parameters = parametersOf(context);
		for (const item of ITEMS.keys()) {
			const expected = outcomeOf(() => context.getNodeParameter('field', item));
			expect(outcomeOf(() => parameters.valueOf('field', item))).toStrictEqual(expected);
		}
	});
});

test.each<[string, INodeParameters, boolean, string[]]>([
	['nothing that is plain', PLAIN, true, []],
	['of a collection what is not plain', { ...PLAIN, d: '={{ $now }}' }, true, Array(3).fill('={{ $now }}')],
	['what an item misses', { d: '={{ $json.name }}' }, true, ['={{ $json.name }}']],
	['all, as an agent’s tool', { a: PLAIN.a }, false, Array(3).fill(PLAIN.a)],
])('n8n evaluates %s', async (_what, field, hasInput, expected) => {
	const parameters = parametersOf(await contextWith({ field }), hasInput);
	const resolve = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	for (const item of ITEMS.keys()) parameters.valueOf('field', item);
	const evaluated = resolve.mock.calls.map(([value]) => String(value));
	resolve.mockRestore();
	expect(evaluated.filter((value) => value.startsWith('='))).toEqual(expected);
});
