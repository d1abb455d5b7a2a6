import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { bodies } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox();

const aPageId = (index = 0) => nth(sandbox().store.pages.all(), index).pageId;

const create = async (
	additionalFields: INodeParameters = {},
	pageId: INodeParameters | string = byId(aPageId()),
	items = [{}] as Array<Record<string, string>>,
) =>
	await runNode(
		sandbox(),
		{ resource: 'audience', operation: 'create', pageId, additionalFields },
		{ items },
	);

const everyField = {
	actionFormIdOverride: 'form_1',
	actionFormInstructionsOverride: 'Ask for the size of the team.\nThen for the date.',
	actionUrlOverride: 'https://acme.com/demo?from=page',
	customName: 'Acme, buying committee',
	publishBehavior: 'publish',
	supplementaryContext: 'They renew in May.',
};

describe('Audience > Create', () => {
	test('needs no field: an empty object is sent', async () => {
		const { items, error } = await create();

		expect(error).toBeUndefined();
		expect(sandbox().requests).toMatchObject([
			{
				method: 'POST',
				url: `/v0/pages/${aPageId()}/audiences`,
				headers: { 'content-type': 'application/json' },
				rawBody: '{}',
			},
		]);
		expect(items).toMatchObject([{ json: { pageId: aPageId(), status: 'draft' }, pairedItem: { item: 0 } }]);
	});

	test('sends every field under its own name, and gives the audience, simplified', async () => {
		const { json } = await create(everyField);
		expect(bodies(sandbox())).toEqual([everyField]);
		expect(json).toEqual([
			{
				audienceId: expect.any(String) as string,
				pageId: aPageId(),
				personId: null,
				personRouteKey: null,
				effectiveName: everyField.customName,
				customName: everyField.customName,
				status: 'published',
				supplementaryContext: everyField.supplementaryContext,
				actionUrlOverride: everyField.actionUrlOverride,
				createdAt: expect.any(String) as string,
			},
		]);
	});

	test('gives the audience as the service has it with Simplify off', async () => {
		const { json } = await runNode(sandbox(), {
			...{ resource: 'audience', operation: 'create', pageId: byId(aPageId()) },
			...{ additionalFields: everyField, simplify: false },
		});
		const { publishBehavior, ...stored } = everyField;
		expect(bodies(sandbox())).toEqual([{ publishBehavior, ...stored }]);
		expect(json).toMatchObject([{ ...stored, latestVersion: { status: 'published' } }]);
	});

	test.each(Object.entries(everyField))('%s alone is sent alone', async (name, value) => {
		await create({ [name]: value });
		expect(bodies(sandbox())).toEqual([{ [name]: value }]);
	});

	test.each(['', '={{ "" }}', '={{ null }}', '={{ undefined }}'])(
		'fields that are %j are not sent',
		async (empty) => {
			await create(Object.fromEntries(Object.keys(everyField).map((name) => [name, empty])));
			expect(sandbox().requests.map(({ rawBody }) => rawBody)).toEqual(['{}']);
		},
	);

	test('one audience an item, linked to it, each on its page', async () => {
		const ids = [aPageId(1), aPageId(0)];
		const { items } = await create(
			{ customName: '={{ $json.name }}' },
			byId('={{ $json.page }}'),
			ids.map((page, index) => ({ page, name: `Audience ${index}` })),
		);
		expect(items.map(({ json, pairedItem }) => [json.pageId, json.customName, pairedItem])).toEqual([
			[ids[0], 'Audience 0', { item: 0 }],
			[ids[1], 'Audience 1', { item: 1 }],
		]);
	});

	test.each(['draft', 'publish'])('%s is a publish behavior', async (publishBehavior) => {
		const { error } = await create({ publishBehavior: `={{ "${publishBehavior}" }}` });
		expect(error).toBeUndefined();
		expect(bodies(sandbox())).toEqual([{ publishBehavior }]);
	});

	test.each<[string, INodeParameters, string]>([
		[
			'a publish behavior that does not exist',
			{ publishBehavior: '={{ "published" }}' },
			'Publish Behavior must be draft or publish',
		],
		['a name that is an object', { customName: '={{ { a: 1 } }}' }, 'Custom Name must be text'],
	])('%s is refused before anything is sent', async (_what, additionalFields, message) => {
		const { error, items } = await create(additionalFields);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Nothing was sent for item 0');
		expect(items).toEqual([]);
		expect(sandbox().requests).toEqual([]);
	});

	test('the error names the item', async () => {
		const { error } = await create({ publishBehavior: '={{ $json.how }}' }, byId(aPageId()), [
			{ how: 'draft' },
			{ how: 'later' },
		]);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
	});

	test('the ID of the page is one segment of the path', async () => {
		await create({}, byId('a/b?x=1#y'));
		expect(sandbox().requests.map(({ url }) => url)).toEqual(['/v0/pages/a%2Fb%3Fx%3D1%23y/audiences']);
	});

	test.each([
		['={{ "" }}', 'Page must not be empty'],
		['..', 'Page must be an ID, not a path'],
		// The last entry of its list, where there are more.
		['…', 'Page must be chosen from the list'],
	])('the page %j is refused before anything is sent', async (id, message) => {
		const { error } = await create({}, byId(id));
		expect(error?.message).toContain(message);
		expect(sandbox().requests).toEqual([]);
	});
});
