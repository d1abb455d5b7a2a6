import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { bodies } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox();

const aPageId = (index = 0) => nth(sandbox().store.pages.all(), index).pageId;

const create = async (additionalFields: INodeParameters = {}) =>
	await runNode(sandbox(), {
		resource: 'audience',
		operation: 'create',
		pageId: byId(aPageId()),
		additionalFields,
	});

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

	test.each(['draft', 'publish'])('%s is a publish behavior', async (publishBehavior) => {
		const { error } = await create({ publishBehavior: `={{ "${publishBehavior}" }}` });
		expect(error).toBeUndefined();
		expect(bodies(sandbox())).toEqual([{ publishBehavior }]);
	});

	test.each<[string, INodeParameters, string]>([
		[
			'a publish behavior that does not exist',
			{ publishBehavior: '={{ "published" }}' },
			'Publish Behavior must be one of draft',
		],
		['a name that is an object', { customName: '={{ { a: 1 } }}' }, 'Custom Name must be text'],
	])('%s is refused before anything is sent', async (_what, additionalFields, message) => {
		const { error, items } = await create(additionalFields);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Nothing was sent for item 0');
		expect(items).toEqual([]);
		expect(sandbox().requests).toEqual([]);
	});
});
