import type { INodeParameters } from 'n8n-workflow';

/** Each structured field: as the form stores it, and as the service takes it. */
export const STRUCTURED: Array<[name: string, form: INodeParameters, wire: unknown]> = [
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
