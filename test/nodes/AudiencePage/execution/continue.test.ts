import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { isTried } from '../../../support/cases';
import { runnable, runnableNamed } from '../../../support/everyOperation';
import { runNode, type NodeRun } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';
import type { WorkflowOptions } from '../../../support/workflow';

const sandbox = useSandbox();

const COUNT = 3;
const CONTINUED: Array<INode['onError']> = ['continueErrorOutput', 'continueRegularOutput'];

/** An expression that fails for the bad item and gives `value` for the others. */
const failing = (value: unknown) => `={{ $json.bad ? $("Nowhere").item.json.x : ${JSON.stringify(value)} }}`;

/** The parameters with an expression that can fail in one place, for each place of a field that takes one. */
function placesOf(field: INodeProperties, parameters: INodeParameters): Array<[string, INodeParameters]> {
	const { name, type, options = [] } = field;
	if (field.noDataExpression || type === 'fixedCollection') return [];
	const value = parameters[name] ?? field.default;
	if (type === 'collection') {
		const inner = value as INodeParameters;
		return options.flatMap((option) =>
			'type' in option
				? placesOf(option, inner).map(([path, changed]): [string, INodeParameters] => [
						`${name}.${path}`,
						{ ...parameters, [name]: changed },
					])
				: [],
		);
	}
	const locator = value as { value: string };
	const isLocator = type === 'resourceLocator';
	const changed = isLocator ? { ...locator, __rl: true, value: failing(locator.value) } : failing(value);
	return [[name, { ...parameters, [name]: changed } as INodeParameters]];
}

const PLACES = runnable.flatMap(({ name, fields, parameters }) =>
	fields
		.filter((field) => NodeHelpers.displayParameter(parameters, field, null, null))
		.flatMap((field) => placesOf(field, parameters))
		.map(([path, changed]): [string, INodeParameters] => [`${name}: ${path}`, changed]),
);

const runWithBad = async (parameters: INodeParameters, bad: number, onError?: INode['onError']) => {
	const items = Array.from({ length: COUNT }, (_, n) => ({ n, bad: n === bad }));
	return await runNode(sandbox(), parameters, { items, onError });
};

/** The error that a run gave for its bad item, and how many outputs stand beside it. */
const told = ({ items, errorItems }: NodeRun) => {
	const failed = [...items, ...errorItems].filter(({ json }) => json.error !== undefined);
	return {
		errors: failed.map(({ json }) => String(json.error as string).replaceAll(/item \d/g, 'item')),
		items: failed.map(({ pairedItem }) => pairedItem),
		others: items.length + errorItems.length - failed.length,
		outlet: errorItems.length,
	};
};

describe('Item 0 fails as item 1 does, and the others go through', () => {
	test.each(PLACES.filter((_place, n) => isTried(n)))('%s', async (_place, parameters) => {
		const [first, second] = [
			await runWithBad(parameters, 0, 'continueErrorOutput'),
			await runWithBad(parameters, 1, 'continueErrorOutput'),
		].map(told);
		expect(first).toEqual({ ...second, items: [{ item: 0 }] });
		expect(second).toMatchObject({ items: [{ item: 1 }], errors: [expect.any(String)], outlet: 1 });
	});

	test.each([0, 2])('Options > Max Retries, item %i, without a branch for errors', async (bad) => {
		const { parameters: entry } = runnableNamed('accountLog.create');
		const parameters = { ...entry, options: { maxRetries: failing(1) } };
		const continued = await runWithBad(parameters, bad, 'continueRegularOutput');
		expect(told(continued)).toMatchObject({ items: [{ item: bad }], others: COUNT - 1 });
		expect(sandbox().requests).toHaveLength(COUNT - 1);
		const { error } = await runWithBad(parameters, bad);
		expect(error).toMatchObject({ context: { itemIndex: bad } });
	});
});

describe('What concerns all items gives an error item for each, where the node continues', () => {
	const PERSON: INodeParameters = { resource: 'person', operation: 'create', name: 'Ada' };
	const cases: Array<[string, INodeParameters, WorkflowOptions, RegExp]> = [
		['no credential', PERSON, { credentials: false }, /credentials/],
		['Timeout 0', { ...PERSON, options: { timeout: 0 } }, {}, /^Timeout must be/],
		['Custom API Call', { resource: 'person', operation: '__CUSTOM_API_CALL__' }, {}, /Custom API Call/],
	];

	test.each(cases.flatMap((one) => CONTINUED.map((onError) => [...one, onError] as const)))(
		'%s',
		async (_what, parameters, options, message, onError) => {
			const items = [{ n: 0 }, { n: 1 }];
			const run = await runNode(sandbox(), parameters, { ...options, items, onError });
			const [told, others] =
				onError === 'continueErrorOutput' ? [run.errorItems, run.items] : [run.items, run.errorItems];
			const error = expect.stringMatching(message) as string;
			expect(told).toMatchObject(items.map(({ n }) => ({ json: { n, error }, pairedItem: { item: n } })));
			expect([others, sandbox().requests]).toEqual([[], []]);
		},
	);
});
