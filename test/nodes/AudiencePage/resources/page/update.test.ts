import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../../../support/locators';
import { runNode } from '../../../../support/runNode';
import { bodies, calls } from '../../../../support/sent';
import { useSandbox } from '../../../../support/services';

const sandbox = useSandbox();

const aPage = (index = 0) => {
	const page = sandbox().store.pages.all()[index];
	if (page === undefined) throw new Error(`The sandbox has no page ${index}`);
	return page;
};

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

/** Each structured field: as the form stores it, and as the service takes it. */
const STRUCTURED: Array<[name: string, form: INodeParameters, wire: unknown]> = [
	[
		'actions',
		{
			action: [
				{
					actionId: 'action_1',
					actionType: 'url',
					buttonTitle: 'Talk to us',
					purpose: 'Book a demo',
					url: 'https://acme.com/demo',
				},
				{ actionId: '', buttonTitle: '={{ "Second" }}', purpose: '={{ null }}', url: '={{ undefined }}' },
			],
		},
		[
			{
				actionId: 'action_1',
				actionType: 'url',
				buttonTitle: 'Talk to us',
				purpose: 'Book a demo',
				url: 'https://acme.com/demo',
			},
			{ buttonTitle: 'Second' },
		],
	],
	[
		'actionCardWidgets',
		{
			widget: [
				{
					title: 'They trust us',
					type: 'logos',
					logos: {
						logo: [
							{
								altText: 'Acme',
								assetId: 'asset_1',
								fileId: 'file_1',
								url: 'https://acme.com/logo.svg',
							},
							{ altText: 'Globex' },
						],
					},
				},
				{ title: 'Without logos', logos: {} },
			],
		},
		[
			{
				title: 'They trust us',
				type: 'logos',
				logos: [
					{
						image: {
							altText: 'Acme',
							assetId: 'asset_1',
							fileId: 'file_1',
							url: 'https://acme.com/logo.svg',
						},
					},
					{ image: { altText: 'Globex' } },
				],
			},
			{ title: 'Without logos' },
		],
	],
	[
		'footerLinks',
		{
			group: [
				{
					id: 'company',
					title: 'Company',
					links: { link: [{ id: 'about', text: 'About', url: 'https://acme.com/about' }] },
				},
			],
		},
		[
			{
				id: 'company',
				title: 'Company',
				links: [{ id: 'about', text: 'About', url: 'https://acme.com/about' }],
			},
		],
	],
	[
		'scripts',
		{
			script: [
				{
					content: 'console.log("a.b")',
					description: 'Says so',
					enabled: false,
					injectionPoint: 'somewhere new',
					name: 'Hello',
				},
				{ content: 'x', enabled: '={{ "true" }}' },
			],
		},
		[
			{
				content: 'console.log("a.b")',
				description: 'Says so',
				enabled: false,
				injectionPoint: 'somewhere new',
				name: 'Hello',
			},
			{ content: 'x', enabled: true },
		],
	],
	[
		'metadata',
		{
			author: 'Ada Lovelace',
			canonicalUrl: 'https://acme.com/',
			description: 'What we do',
			keywords: 'crm, , analytics',
			ogDescription: 'OG',
			ogImageAlt: 'An image',
			ogSiteName: 'Acme',
			ogTitle: 'Acme',
			ogType: 'a type of tomorrow',
			ogUrl: 'https://acme.com/',
			robots: '={{ ["index", "follow"] }}',
			themeColor: '#1f6feb',
			title: 'Acme',
			twitterCard: 'summary',
			twitterCreator: '@ada',
			twitterDescription: 'T',
			twitterImageAlt: 'An image',
			twitterSite: '@acme',
			twitterTitle: '={{ "" }}',
		},
		{
			author: 'Ada Lovelace',
			canonicalUrl: 'https://acme.com/',
			description: 'What we do',
			keywords: ['crm', 'analytics'],
			ogDescription: 'OG',
			ogImageAlt: 'An image',
			ogSiteName: 'Acme',
			ogTitle: 'Acme',
			ogType: 'a type of tomorrow',
			ogUrl: 'https://acme.com/',
			robots: ['index', 'follow'],
			themeColor: '#1f6feb',
			title: 'Acme',
			twitterCard: 'summary',
			twitterCreator: '@ada',
			twitterDescription: 'T',
			twitterImageAlt: 'An image',
			twitterSite: '@acme',
		},
	],
];

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

	test('each item updates its own page', async () => {
		const rows = [2, 1].map((index) => ({ id: aPage(index).pageId, title: `Page ${index}` }));
		const { items } = await update(
			{ metadata: { title: '={{ $json.title }}' } },
			{ pageId: '={{ $json.id }}' },
			rows,
		);
		expect(items.map(({ json, pairedItem }) => [json.pageId, pairedItem])).toEqual(
			rows.map(({ id }, item) => [id, { item }]),
		);
		expect(bodies(sandbox())).toEqual(
			expect.arrayContaining(rows.map(({ title }) => ({ metadata: { title } }))),
		);
	});

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
