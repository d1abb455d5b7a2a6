/** An audience whose name the page has already. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runExecution, runNode } from '../../../../support/runNode';
import { bodies, calls } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';
import type { WorkflowOptions } from '../../../../support/workflow';

const sandbox = useSandbox();
const MAPPED = '={{ $json.name }}';

/** The audiences of a page, by its place. */
const audiences = (place = 0) =>
	sandbox().store.audiences.of(nth(sandbox().store.pages.all(), place).pageId);
const asItem = (name: string): IDataObject => ({ name });
const named = (name: string) =>
	audiences()
		.all()
		.filter(({ customName }) => customName === name);

function form(customName: string, options: INodeParameters): INodeParameters {
	const { pageId } = nth(sandbox().store.pages.all());
	const fields = { pageId: byId(pageId), additionalFields: { customName }, options };
	return { resource: 'audience', operation: 'create', ...fields };
}

const create = async (
	customName: string,
	options: INodeParameters,
	workflow: WorkflowOptions = {},
) => await runNode(sandbox(), form(customName, options), workflow);

const returnExisting = async (
	customName: string,
	items: IDataObject[],
	workflow: WorkflowOptions = {},
) => await create(customName, { ifNameExists: 'returnExisting' }, { items, ...workflow });

test.each(['', '={{ "" }}'])('Custom Name %j is made up by the service', async (customName) => {
	const { json } = await create(customName, {});
	expect(json).toMatchObject([{ customName: null }]);
});

test('Return Existing gives whom the page has by that name, or the run has created; the audiences are read once', async () => {
	nth(audiences().all()).customName = 'Weiß';
	const before = audiences().all().length;
	const items = ['Weiß', 'New', ' weiß ', 'new ', 'Newer', 'Weiss'].map(asItem);
	const { json, hints } = await returnExisting(MAPPED, items);
	expect(JSON.stringify(hints)).toContain(
		'it was returned as it is: neither changed nor published',
	);
	const all = audiences().all();
	const names = ['Weiß', 'New', 'Weiß', 'New', 'Newer', 'Weiss'];
	const ids = names.map((name) => all.find(({ customName }) => customName === name)?.audienceId);
	expect(json.map(({ audienceId }) => audienceId)).toEqual(ids);
	expect(Object.keys(json[0]!)).toEqual(Object.keys(json[1]!));
	expect(all).toHaveLength(before + 3);
	expect(sandbox().requests.filter(({ method }) => method === 'GET')).toHaveLength(1);
	sandbox().requests.length = 0;
	await returnExisting(MAPPED, items);
	expect(calls(sandbox())).toHaveLength(1);
});

test('Return Existing knows the names of its own page only, also those that the service made up', async () => {
	const all = audiences().all();
	const { computedName: name, pageId } = nth(
		all.filter(({ customName }) => customName === undefined),
	);
	const items = [pageId, nth(sandbox().store.pages.all(), 1).pageId].map((page) => ({
		name,
		page,
	}));
	const parameters = {
		resource: 'audience',
		operation: 'create',
		pageId: byId('={{ $json.page }}'),
		additionalFields: { customName: MAPPED },
		options: { ifNameExists: 'returnExisting' },
	};
	await runNode(sandbox(), parameters, { items });
	expect(bodies(sandbox()).filter(Boolean)).toEqual([{ customName: name }]);
});

test('Return Existing reads the list again after it could not be read', async () => {
	// Also without a limit.
	sandbox().failNext('unprocessable', { times: 2 });
	const options = { ifNameExists: 'returnExisting', maxConcurrentRequests: 1 };
	const items = ['One', 'Two'].map(asItem);
	const { json } = await create(MAPPED, options, { items, onError: 'continueRegularOutput' });
	expect(json).toMatchObject([{ error: expect.any(String) as unknown }, { customName: 'Two' }]);
});

test('Return Existing gives the first of several', async () => {
	const [first, second] = audiences().all();
	first!.customName = second!.customName = 'Twice';
	const { json } = await returnExisting('Twice', [{}]);
	expect(json).toMatchObject([{ audienceId: first!.audienceId }]);
});

test('Return Existing makes no second one, in a later run or after a lost answer, where the service lists it late', async () => {
	sandbox().settings.onAnswer = (_request, answer) => {
		const body = answer.body as { items?: IDataObject[] };
		const items = body.items?.filter(
			({ customName }) => !['Gone', 'Late'].includes(customName as string),
		);
		if (items) answer.body = { ...body, items, totalCount: items.length };
	};
	sandbox().failNext('unavailableAfter', { when: ({ method }) => method === 'POST' });
	const node = form(MAPPED, { ifNameExists: 'returnExisting' });
	const batches = [['Gone', 'Gone', 'Late'].map(asItem), ['Gone', 'Late'].map(asItem)];
	const options = { batches, onError: 'continueRegularOutput' } as const;
	const { outputs } = await runExecution(sandbox(), node, options);
	const refused = { error: expect.stringContaining('that was just created') as string };
	expect(outputs[0]).toMatchObject([{}, refused, { customName: 'Late' }]);
	expect(outputs[1]).toMatchObject([refused, { audienceId: outputs[0]![2]!.audienceId }]);
	sandbox().settings.onAnswer = () => undefined;
	const later = await runExecution(sandbox(), node, { items: [asItem('Gone')] });
	expect(later.outputs[0]).toMatchObject([{ customName: 'Gone' }]);
	expect(['Gone', 'Late'].map((name) => named(name).length)).toEqual([1, 1]);
});

test('Return Existing makes one in ten executions at once', async () => {
	const runs = await Promise.all(
		Array.from({ length: 10 }, async () => await returnExisting('At once', [{}])),
	);
	expect(named('At once')).toHaveLength(1);
	const [{ audienceId } = {}] = named('At once');
	expect(runs.map(({ json }) => json[0]?.audienceId)).toEqual(Array(10).fill(audienceId));
});

test('Return Existing gives it as it is now, in a later run', async () => {
	sandbox().settings.onAnswer = () =>
		named('New').forEach((audience) => (audience.supplementaryContext = 'Edited'));
	const node = form(MAPPED, { ifNameExists: 'returnExisting' });
	const { outputs } = await runExecution(sandbox(), node, {
		batches: [[asItem('New')], [asItem('New')]],
	});
	expect(outputs[1]).toMatchObject([{ supplementaryContext: 'Edited' }]);
});

test.each([
	['', 0, 'must not be empty, because If Name Exists is'],
	['Unlisted', 99, 'may be that of an audience that the service counts, but did not list'],
])('refuses the name %j where the service counts %i', async (name, totalCount, rule) => {
	sandbox().settings.onAnswer = (_request, answer) =>
		Object.assign(answer.body as object, { totalCount });
	const { error } = await returnExisting(name, [{}]);
	expect(error?.message).toContain(`Custom Name ${rule}`);
	expect(bodies(sandbox()).filter(Boolean)).toEqual([]);
	sandbox().settings.onAnswer = () => undefined;
});

test('Return Existing is previewed: the audience that is there, and what would be created', async () => {
	const existing = nth(audiences().all());
	existing.customName = 'Known';
	const options = { ifNameExists: 'returnExisting', previewOnly: true };
	const items = [asItem('Known'), asItem('Unknown')];
	const { json } = await create(MAPPED, options, { items });
	const nothing = { preview: true, outcome: 'unchanged', method: null, path: null, body: null };
	expect(json).toMatchObject([
		{ ...nothing, audienceId: existing.audienceId },
		{ preview: true, body: { customName: 'Unknown' } },
	]);
	expect(named('Unknown')).toEqual([]);
});

test('Return Existing finds the audience of a lost answer with the next item', async () => {
	sandbox().failNext('unavailableAfter', { when: ({ method }) => method === 'POST' });
	const options = { ifNameExists: 'returnExisting', maxConcurrentRequests: 1 };
	const items = ['Lost', 'Lost'].map(asItem);
	const { json } = await create(MAPPED, options, { items, onError: 'continueRegularOutput' });
	expect(json).toMatchObject([{ error: expect.any(String) as unknown }, { customName: 'Lost' }]);
	expect(named('Lost')).toHaveLength(1);
});
