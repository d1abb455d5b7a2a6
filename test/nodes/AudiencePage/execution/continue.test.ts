import type { INode, INodeParameters } from 'n8n-workflow';
import { runnableNamed } from '../../../support/everyOperation';
import { byId, plainValue } from '../../../support/locators';
import { runNode, type NodeRun } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';
import type { WorkflowOptions } from '../../../support/workflow';

const sandbox = useSandbox();

/** An expression that fails for the bad item and gives `value` for the others. */
const failing = (value: unknown) =>
	`={{ $json.bad ? $("Nowhere").item.json.x : ${JSON.stringify(value)} }}`;
const personId = plainValue(runnableNamed('person.update').parameters.personId);

const runWithBad = async (parameters: INodeParameters, bad: number, onError?: INode['onError']) => {
	const items = [0, 1, 2].map((n) => ({ n, bad: n === bad }));
	return await runNode(sandbox(), parameters, { items, onError });
};

/** The errors that a run gave, and their items. */
const errorsOf = ({ items, errorItems }: NodeRun) =>
	[...items, ...errorItems]
		.filter(({ json }) => json.error !== undefined)
		.map(({ json, pairedItem }) => [
			String(json.error as string).replace(/item \d/g, 'item'),
			pairedItem,
		]);

/** A place of each kind where a value can stand. */
test.each<[string, string, INodeParameters]>([
	['a value that is sent', 'accountLog.create', { source: failing('crm') }],
	['an ID in the path', 'person.update', { personId: byId(failing(personId)) }],
	['what hooks read', 'accountLog.create', { payload: failing('{}') }],
	['what the flow reads', 'person.getAll', { limit: failing(1) }],
	['a filter', 'person.getAll', { filters: { query: failing('') } }],
	['what a match looks for', 'person.upsert', { matchValue: failing('ada@acme.com') }],
])('Item 0 fails as item 1 does, alone: %s', async (_what, operation, changes) => {
	const parameters = { ...runnableNamed(operation).parameters, ...changes };
	const [first, second] = [
		await runWithBad(parameters, 0, 'continueErrorOutput'),
		await runWithBad(parameters, 1, 'continueErrorOutput'),
	];
	expect(errorsOf(second)).toEqual([[expect.any(String), { item: 1 }]]);
	expect(errorsOf(first)).toEqual([[errorsOf(second)[0]![0], { item: 0 }]]);
	expect([first, second].map(({ errorItems }) => errorItems.length)).toEqual([1, 1]);
	const stopped = await runWithBad(parameters, 2);
	expect(stopped.error).toMatchObject({ context: { itemIndex: 2 } });
});

test.each<[INode['onError'], INodeParameters, WorkflowOptions, RegExp]>([
	['continueErrorOutput', {}, { credentials: false }, /credentials/],
	['continueRegularOutput', {}, { credentials: false }, /credentials/],
	[
		'continueErrorOutput',
		{ options: { maxConcurrentRequests: 0 } },
		{},
		/^Parallel Requests must be/,
	],
	['continueRegularOutput', { operation: '__CUSTOM_API_CALL__' }, {}, /Custom API Call/],
])(
	'%s: what concerns all items gives an error item for each: %j %j',
	async (onError, wrong, options, message) => {
		const parameters = { resource: 'person', operation: 'create', name: 'Ada', ...wrong };
		const items = [{ n: 0 }, { n: 1 }];
		const run = await runNode(sandbox(), parameters, { ...options, items, onError });
		const error = expect.stringMatching(message) as string;
		const told = items.map(({ n }) => ({ json: { n, error }, pairedItem: { item: n } }));
		const [failed, done] = [run.errorItems, run.items];
		const isErrorOutput = onError === 'continueErrorOutput';
		expect(isErrorOutput ? failed : done).toMatchObject(told);
		expect([isErrorOutput ? done : failed, sandbox().requests]).toEqual([[], []]);
	},
);

test('The error of an item has what the service answered, so that no reason is lost', async () => {
	const errors = { email: ['has already been taken'] };
	sandbox().settings.faults.errorBody = { message: 'The data was invalid', errors };
	sandbox().failNext('unprocessable');
	const create = { resource: 'person', operation: 'create', name: 'Ada' };
	const { json } = await runNode(sandbox(), create, { onError: 'continueRegularOutput' });
	expect(json[0]?.error).toMatch(/^The data was invalid\. Check the values in the node\. /);
	expect(json[0]?.error).toContain(JSON.stringify(errors));
});
