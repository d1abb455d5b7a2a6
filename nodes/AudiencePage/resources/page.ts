import type { INodeProperties } from 'n8n-workflow';

import type { OperationFlow } from '../execution/runScope';
import { filters, query, updateFields } from '../fields/collections';
import { pageId } from '../fields/ids';
import { limit, listRouting, singlePage } from '../fields/list';
import { sameNamed, simplified, simplify } from '../fields/outputFields';
import { bodyOf, inBody, requestRouting } from '../fields/routing';
import {
	flag,
	linkTarget,
	list,
	record,
	recordOf,
	required,
	text,
	texts,
	structuredOrJson,
	type Member,
	type RecordShape,
} from '../fields/structured';
import { noPlaceholder } from '../fields/text';
import { FILL_IN_ALL, refuseEmptyUpdate } from '../fields/update';
import { singleRequest } from '../transport/request';
import { byPath, describeResource, type Operation } from './operation';
import { PAGE_SEARCH } from './pageSearch';
import { LISTED_PAGE, names, PAGE } from './records';

const getPages: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many pages',
		description: 'Get many pages. You can filter them with a search text.',
		routing: listRouting(PAGE_SEARCH, singlePage),
	},
	fields: [limit, filters(query)],
	record: LISTED_PAGE,
};

const ACTION = recordOf(
	[
		text('Button Title', 'buttonTitle', 'Text on the button', 'Book a demo'),
		text('URL', 'url', 'URL that the button opens', 'https://acme.com/demo'),
		text('Purpose', 'purpose', 'Purpose of the action', 'Get a meeting'),
		text(
			'Action Type',
			'actionType',
			'Type of the action, as the service returns it for existing actions',
		),
		text('Action ID', 'actionId', 'ID of the action, if the page already has it'),
	],
	['actionIndex'],
);

const LOGO_IMAGE = recordOf([
	text('Alt Text', 'altText', 'Alternative text of the logo', 'Acme'),
	text('URL', 'url', 'URL of the logo', 'https://acme.com/logo.svg'),
	text('Asset ID', 'assetId', 'ID of the asset to use as the logo'),
	text('File ID', 'fileId', 'ID of the file to use as the logo'),
]);

const WIDGET = recordOf([
	text('Title', 'title', 'Title of the widget', 'They trust us'),
	list('Logos', 'logos', 'Logos to show in the widget', 'logo', LOGO_IMAGE, { wrapper: 'image' }),
	text('Type', 'type', 'Type of the widget, as the service returns it for existing widgets'),
]);

const LINK = recordOf([
	required(text('Text', 'text', 'Text of the link', 'Privacy')),
	linkTarget('URL', 'url', 'URL that the link opens', 'https://acme.com/privacy'),
	text('ID', 'id', 'ID of the link, if the group already has it'),
]);

const LINK_GROUP = recordOf([
	text('Title', 'title', 'Title above the links', 'Company'),
	list('Links', 'links', 'Links of the group', 'link', LINK),
	text('ID', 'id', 'ID of the group, if the footer already has it'),
]);

const SCRIPT = recordOf([
	text('Name', 'name', 'Name of the script', 'Analytics'),
	text('Content', 'content', 'Code of the script', 'countVisit();', 4),
	text('Injection Point', 'injectionPoint', 'Where to insert the script in the page', 'head'),
	text('Description', 'description', 'What the script does', 'Counts visits'),
	flag('Enabled', 'enabled', 'Whether to run the script'),
]);

/** What a request can set of a page's metadata (service interface, section 2.5). */
const METADATA = recordOf(
	[
		text('Author', 'author', 'Author of the page', 'Ada Lovelace'),
		text(
			'Canonical URL',
			'canonicalUrl',
			'URL that search engines should list',
			'https://acme.com/demo',
		),
		text('Description', 'description', 'Description for search engines', undefined, 2),
		texts('Keywords', 'keywords', 'Keywords for search engines', 'crm, analytics'),
		text(
			'OG Description',
			'ogDescription',
			'Description shown when the page is shared',
			undefined,
			2,
		),
		text(
			'OG Image Alt',
			'ogImageAlt',
			'Alternative text of the image shown when the page is shared',
		),
		text('OG Site Name', 'ogSiteName', 'Name of the website shown when the page is shared', 'Acme'),
		text('OG Title', 'ogTitle', 'Title shown when the page is shared'),
		text('OG Type', 'ogType', 'Type of the page when it is shared', 'website'),
		text('OG URL', 'ogUrl', 'URL of the page when it is shared', 'https://acme.com/demo'),
		texts('Robots', 'robots', 'Instructions for search engines', 'index'),
		text('Theme Color', 'themeColor', 'Color of the browser interface around the page', '#1f6feb'),
		text('Title', 'title', 'Title for browsers and search engines'),
		text('Twitter Card', 'twitterCard', 'Type of preview of the page on Twitter', 'summary'),
		text('Twitter Creator', 'twitterCreator', 'Twitter account of the author', '@ada'),
		text('Twitter Description', 'twitterDescription', 'Description shown on Twitter', undefined, 2),
		text('Twitter Image Alt', 'twitterImageAlt', 'Alternative text of the image shown on Twitter'),
		text('Twitter Site', 'twitterSite', 'Twitter account of the website', '@acme'),
		text('Twitter Title', 'twitterTitle', 'Title shown on Twitter'),
	],
	['ogImageFileId', 'ogImageUrl', 'twitterImageFileId', 'twitterImageUrl'],
);

export const metadata = (displayName: string, name: string, description: string) =>
	record(displayName, name, description, METADATA);

/**
 * n8n shows no notice within a collection that is empty, so it stands above Update Fields as soon
 * as the list is there.
 */
const notice = ({ field: { name, description = '' } }: Member): INodeProperties => ({
	displayName: description,
	name: `${name}Notice`,
	type: 'notice',
	default: '',
	displayOptions: { show: { [`/updateFields.${name}`]: [{ _cnd: { exists: true } }] } },
});

const pageList = (
	displayName: string,
	name: string,
	group: string,
	entry: RecordShape,
	example: string,
) => {
	const description = `Replaces all ${displayName.toLowerCase()} of the page, even those not listed here`;
	return list(displayName, name, description, group, entry, { example });
};

/** The lists that an update replaces (service interface, section 2.6). */
const lists = [
	pageList(
		'Actions',
		'actions',
		'action',
		ACTION,
		'[{"buttonTitle":"Book a demo","url":"https://acme.com/demo","purpose":"Get a meeting"}]',
	),
	pageList(
		'Action Card Widgets',
		'actionCardWidgets',
		'widget',
		WIDGET,
		'[{"title":"They trust us","logos":[{"image":{"altText":"Acme","url":"https://acme.com/logo.svg"}}]}]',
	),
	pageList(
		'Footer Links',
		'footerLinks',
		'group',
		LINK_GROUP,
		'[{"title":"Company","links":[{"text":"Privacy","url":"https://acme.com/privacy"}]}]',
	),
	pageList(
		'Scripts',
		'scripts',
		'script',
		SCRIPT,
		'[{"name":"Analytics","content":"countVisit();","injectionPoint":"head","description":"Counts visits","enabled":true}]',
	),
];

/** A page, simplified (service interface, section 2.6). */
export const PAGE_FIELDS = sameNamed(
	...names(
		'pageId name title pageType status pageContext brandId audiencesCount createdAt updatedAt',
	),
);

const updateLists: OperationFlow = async function (requestData, _run, preview) {
	const replaced = lists.filter(({ field }) => field.name in bodyOf(requestData.options));
	preview?.add({ replaces: replaced.map(({ field }) => field.displayName).join(', ') || null });
	const setFields = () => Object.keys(bodyOf(requestData.options));
	return await simplified(PAGE_FIELDS, singleRequest, setFields).call(this, requestData);
};

const updatePage: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update page',
		description:
			'Update fields of a page, such as its name, actions, footer links, scripts and metadata. All other fields keep their values.',
		routing: requestRouting('PATCH', '/v0/pages/{pageId}', updateLists),
	},
	fields: [
		pageId,
		...lists.map(notice),
		updateFields(
			...lists.flatMap(structuredOrJson),
			inBody({
				displayName: 'Brand ID',
				name: 'brandId',
				placeholder: 'e.g. brand_01hzy3kq8w5m2v7x9c4b6n0pde',
				description: "ID of the page's brand. An update of another page of that brand returns it.",
			}),
			inBody({
				displayName: 'Header Action ID',
				name: 'headerActionId',
				placeholder: 'e.g. action_01hzy3kq8w5m2v7x9c4b6n0pde',
				description: 'ID of the action shown in the page header',
			}),
			...structuredOrJson(
				metadata(
					'Metadata',
					'metadata',
					`Information for browsers and search engines. ${FILL_IN_ALL}`,
				),
			),
			inBody(
				{ displayName: 'Name', name: 'name', placeholder: 'e.g. Pricing', description: 'New name' },
				{ rules: [noPlaceholder] },
			),
			inBody({
				displayName: 'Page Context',
				name: 'pageContext',
				typeOptions: { rows: 3 },
				placeholder: 'e.g. Visitors met us at the trade fair',
				description: 'Background that the service should know about the page',
			}),
			inBody({
				displayName: 'Page Type',
				name: 'pageType',
				type: 'options',
				default: 'inbound',
				description: 'Purpose of the page',
				options: [
					{ name: 'Call Follow-Up', value: 'call_followup' },
					{ name: 'Custom', value: 'custom' },
					{ name: 'Inbound', value: 'inbound' },
					{ name: 'Outbound', value: 'outbound' },
					{ name: 'Sales Deck', value: 'sales_deck' },
				],
			}),
		),
		simplify,
	],
	record: PAGE,
	afterFields: [refuseEmptyUpdate()],
	orderingKeys: byPath,
};

export const pageResource = describeResource(
	'page',
	'Page',
	'A page with its actions, links, scripts and metadata: list and update pages',
	[getPages, updatePage],
);
