import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { bodies, calls } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';
import { STRUCTURED } from './structured';

const sandbox = useSandbox();

const aPage = (index = 0) => nth(sandbox().store.pages.all(), index);

const update = async (
	updateFields: INodeParameters,
	more: INodeParameters = {},
	items: IDataObject[] = [{}],
) =>
	await runNode(
		sandbox(),
		{ resource: 'page', operation: 'update', pageId: byId(aPage().pageId), updateFields, ...more },
		{ items },
	);

const texts = {
	brandId: 'brand_2',
	headerActionId: 'action_1',
	name: 'Pricing',
	pageContext: 'For visitors\nfrom the trade fair',
	pageType: 'sales_deck',
};

describe('Page > Update', () => {
	test('sends the texts under their own names, and nothing else', async () => {
		const { items, error } = await update(texts);
		expect(error).toBeUndefined();
		expect(calls(sandbox())).toEqual([`PATCH /v0/pages/${aPage().pageId}`]);
		expect(bodies(sandbox())).toEqual([texts]);
		expect(items).toMatchObject([{ json: { name: 'Pricing' }, pairedItem: { item: 0 } }]);
	});

	test.each(STRUCTURED)('sends %s as they were filled on the form', async (name, form, wire) => {
		const { error } = await update({ [name]: form });
		expect(error).toBeUndefined();
		expect(bodies(sandbox())).toEqual([{ [name]: wire }]);
	});

	test.each(STRUCTURED)('sends %s as JSON, in a text or from an expression', async (name, _form, wire) => {
		await update({ [`${name}Json`]: JSON.stringify(wire) });
		await update({ [`${name}Json`]: '={{ $json.given }}' }, {}, [{ given: wire as IDataObject }]);
		expect(bodies(sandbox())).toEqual([{ [name]: wire }, { [name]: wire }]);
	});

	test.each(['inbound', 'outbound', 'call_followup', 'sales_deck', 'custom'])(
		'%s is a page type',
		async (pageType) => {
			await update({ pageType });
			expect(bodies(sandbox())).toEqual([{ pageType }]);
		},
	);

	test('a page that was read can be sent back', async () => {
		const { actions, actionCardWidgets, footerLinks, scripts, metadata } = aPage(1);
		expect(actions[0]).toHaveProperty('actionIndex');
		expect(metadata).toHaveProperty('ogImageUrl');
		const asRead = {
			actions,
			actionCardWidgets,
			footerLinks,
			scripts,
			metadata: { ...metadata, author: null },
		};
		const fields = Object.keys(asRead).map((name) => [`${name}Json`, `={{ $json.${name} }}`]);
		const { error } = await update(Object.fromEntries(fields) as INodeParameters, {}, [
			JSON.parse(JSON.stringify(asRead)) as IDataObject,
		]);
		expect(error).toBeUndefined();
		const [body] = bodies(sandbox()) as [typeof asRead];
		expect(body.actions[0]).not.toHaveProperty('actionIndex');
		expect(Object.keys(body.metadata)).toEqual(
			Object.keys(metadata ?? {}).filter((name) => !/^(og|twitter)Image(Url|FileId)$/.test(name)),
		);
		expect(body.scripts).toEqual(scripts);
	});
});

describe('The answer', () => {
	const FIELDS = [
		'pageId',
		'name',
		'title',
		'pageType',
		'status',
		'pageContext',
		'brandId',
		'audiencesCount',
		'createdAt',
		'updatedAt',
	];

	test('is simplified', async () => {
		const { json } = await update({ name: 'Pricing' });
		expect(json.map(Object.keys)).toEqual([FIELDS]);
		expect(json).toMatchObject([{ pageId: aPage().pageId, name: 'Pricing', title: aPage().title }]);
	});

	test('is whole with Simplify off', async () => {
		const { json } = await update({ name: 'Pricing' }, { simplify: false });
		expect(json).toMatchObject([{ name: 'Pricing', actions: aPage().actions, scripts: aPage().scripts }]);
	});
});
