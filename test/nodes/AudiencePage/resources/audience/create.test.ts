/**
 * The name of a new audience: one that is mapped and says nothing, and one that the page has
 * already.
 */
import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { AudiencePage } from '../../../../../nodes/AudiencePage/AudiencePage.node';
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

const EMPTY =
	'Custom Name must not be empty if an expression sets it. To have one made up, remove the field';

const NAME_AND_DOMAIN = '={{ $json.name }} ({{ $json.domain }})';
const PART =
	'Custom Name has an expression that gave nothing. Correct it, or filter such items out';

test.each([
	[MAPPED, '', '', EMPTY],
	[NAME_AND_DOMAIN, '', '', `${PART} (got " ()")`],
	['={{ "(" + $json.name + ")" }}', '', '', EMPTY],
	[NAME_AND_DOMAIN, null, 'acme.com', `${PART} (got " (acme.com)")`],
	['=For {{ $json.name }}', '', '', `${PART} (got "For ")`],
	['={{ $json.name }} {{ $json.domain }} ({{ $json.name }})', 'Ada', '', undefined],
	[NAME_AND_DOMAIN, 'Ada (CEO)', 'acme.com', undefined],
	[NAME_AND_DOMAIN, 'Ada (CEO)', '', `${PART} (got "Ada (CEO) ()")`],
	// Each comma could be the one that divides: nothing is tried more than once.
	[
		`=${'{{ $json.name }}, '.repeat(12)}({{ $json.domain }})`,
		',,,,a',
		'',
		expect.stringContaining(PART),
	],
	[
		'={{ "For " + $json.no }}',
		'',
		'',
		'Custom Name must not contain "undefined" (got "For undefined")',
	],
	['={{ "For " + $json.name }}', null, '', 'Custom Name must not contain "null" (got "For null")'],
	[MAPPED, '🚀', '', undefined],
	['', '', '', undefined],
	['()', '', '', undefined],
])('Custom Name %j of %j and %j', async (customName, name, domain, refused) => {
	const { error } = await create(customName, {}, { items: [{ name, domain }] });
	expect(error?.message).toEqual(refused);
	expect(calls(sandbox())).toHaveLength(refused === undefined ? 1 : 0);
});

class Tool extends AudiencePage {
	override async execute(this: IExecuteFunctions) {
		const asTool = { isToolExecution: { value: () => true } };
		return await AudiencePage.prototype.execute.call(
			Object.create(this, asTool) as IExecuteFunctions,
		);
	}
}

test('Custom Name that an agent leaves empty is made up by the service', async () => {
	const { json } = await create('={{ "" }}', {}, { nodeType: new Tool() });
	expect(json).toMatchObject([{ customName: null }]);
});

describe('If Name Exists: Return Existing', () => {
	test('gives whom the page has by that name, or the run has created; the audiences are read once', async () => {
		const known = nth(audiences().all());
		known.customName = 'Weiß';
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

	test('knows the names of its own page only, also those that the service made up', async () => {
		const all = audiences().all();
		const { computedName: name, pageId } = nth(
			all.filter(({ customName }) => customName === undefined),
		);
		const items = [pageId, nth(sandbox().store.pages.all(), 1).pageId].map((page) => ({
			name,
			page,
		}));
		const form = { pageId: byId('={{ $json.page }}'), additionalFields: { customName: MAPPED } };
		const options = { ifNameExists: 'returnExisting' };
		await runNode(
			sandbox(),
			{ resource: 'audience', operation: 'create', ...form, options },
			{ items },
		);
		expect(bodies(sandbox()).filter(Boolean)).toEqual([{ customName: name }]);
	});

	test('reads the list again after it could not be read', async () => {
		sandbox().failNext('internalError', { times: 2 });
		const options = { ifNameExists: 'returnExisting', maxConcurrentRequests: 1 };
		const items = ['One', 'Two'].map(asItem);
		const { json } = await create(MAPPED, options, { items, onError: 'continueRegularOutput' });
		expect(json).toMatchObject([{ error: expect.any(String) as unknown }, { customName: 'Two' }]);
	});

	test('gives the first of several', async () => {
		const [one, other] = audiences().all();
		one!.customName = other!.customName = 'Twice';
		const { json } = await returnExisting('Twice', [{}]);
		expect(json).toMatchObject([{ audienceId: one!.audienceId }]);
	});

	test('makes no second one, in a later run or after a lost answer, where the service lists it late', async () => {
		sandbox().settings.onAnswer = (_request, answer) => {
			const body = answer.body as { items?: IDataObject[] };
			const items = body.items?.filter(
				({ customName }) => !['Gone', 'Late'].includes(customName as string),
			);
			if (items) answer.body = { ...body, items, totalCount: items.length };
		};
		sandbox().failNext('unavailableAfter', { when: ({ method }) => method === 'POST' });
		const { outputs } = await runExecution(
			sandbox(),
			form(MAPPED, { ifNameExists: 'returnExisting' }),
			{
				batches: [['Gone', 'Gone', 'Late'].map(asItem), ['Gone', 'Late'].map(asItem)],
				onError: 'continueRegularOutput',
			},
		);
		sandbox().settings.onAnswer = () => undefined;
		const refused = {
			error: expect.stringContaining('that an earlier item may have created') as unknown,
		};
		expect(outputs[0]).toMatchObject([{}, refused, { customName: 'Late' }]);
		expect(outputs[1]).toMatchObject([refused, { audienceId: outputs[0]![2]!.audienceId }]);
		expect(['Gone', 'Late'].map((name) => named(name).length)).toEqual([1, 1]);
	});

	test('gives it as it is now, in a later run', async () => {
		sandbox().settings.onAnswer = () =>
			named('New').forEach((one) => (one.supplementaryContext = 'Edited'));
		const node = form(MAPPED, { ifNameExists: 'returnExisting' });
		const { outputs } = await runExecution(sandbox(), node, {
			batches: [[asItem('New')], [asItem('New')]],
		});
		expect(outputs[1]).toMatchObject([{ supplementaryContext: 'Edited' }]);
	});

	test('looks again after a creation whose answer was lost', async () => {
		sandbox().failNext('unavailableAfter', { when: ({ method }) => method === 'POST' });
		const { json } = await returnExisting('Lost', [{}, {}], { onError: 'continueRegularOutput' });
		expect(json).toMatchObject([{ error: expect.any(String) as unknown }, { customName: 'Lost' }]);
		expect(named('Lost')).toHaveLength(1);
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

	test('is previewed: the audience that is there, and what would be created; a preview makes no difference to others', async () => {
		const known = nth(audiences().all());
		known.customName = 'Known';
		const items = ['Known', 'Unknown', 'Unknown'].map((name, n) => ({ name, isPreview: n < 2 }));
		const options = { ifNameExists: 'returnExisting', previewOnly: '={{ $json.isPreview }}' };
		const { json } = await create(MAPPED, options, { items });
		const nothing = {
			preview: true,
			audienceId: known.audienceId,
			method: null,
			path: null,
			body: null,
		};
		expect(json[0]).toEqual(nothing);
		expect(json.slice(1)).toMatchObject([
			{ preview: true, body: { customName: 'Unknown' } },
			{ customName: 'Unknown' },
		]);
		expect(named('Unknown')).toHaveLength(1);
	});
});
