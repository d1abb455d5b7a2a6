import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { RunScope } from '../execution/runScope';
import { filters, query, updateFields } from '../fields/collections';
import { pageId } from '../fields/ids';
import { limit, listRouting, singlePage } from '../fields/list';
import { sameNamed, simplified, simplify } from '../fields/outputFields';
import { bodyOf, inBody, requestRouting } from '../fields/routing';
import { listField, structuredOrJson, longText, text, type Structure } from '../fields/structured';
import { FILL_IN_ALL, refuseEmptyUpdate } from '../fields/update';
import { singleRequest, type RequestFlow } from '../transport/request';
import { metadata } from './metadata';
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

const ACTION = [
	text('Button Title', 'buttonTitle', 'Text on the button', 'Book a demo'),
	text('URL', 'url', 'URL that the button opens', 'https://acme.com/demo'),
	text('Purpose', 'purpose', 'Purpose of the action', 'Get a meeting'),
	text(
		'Action Type',
		'actionType',
		'Type of the action, as the service returns it for existing actions',
	),
	text('Action ID', 'actionId', 'ID of the action, if the page already has it'),
];

const LOGO = [
	text('Alt Text', 'altText', 'Alternative text of the logo', 'Acme'),
	text('URL', 'url', 'URL of the logo', 'https://acme.com/logo.svg'),
	text('Asset ID', 'assetId', 'ID of the asset to use as the logo'),
	text('File ID', 'fileId', 'ID of the file to use as the logo'),
];

const WIDGET = [
	text('Title', 'title', 'Title of the widget', 'They trust us'),
	listField('Logos', 'logos', 'Logos to show in the widget', { name: 'logo', values: LOGO }),
	text('Type', 'type', 'Type of the widget, as the service returns it for existing widgets'),
];

/** The service takes each logo as the member `image` of an object. */
const withImages = ({ logos, ...widget }: IDataObject): IDataObject => ({
	...widget,
	...(logos !== undefined && { logos: (logos as IDataObject[]).map((image) => ({ image })) }),
});

const LINK = [
	text('Text', 'text', 'Text of the link', 'Privacy'),
	text('URL', 'url', 'URL that the link opens', 'https://acme.com/privacy'),
	text('ID', 'id', 'ID of the link, if the group already has it'),
];

const LINK_GROUP = [
	text('Title', 'title', 'Title above the links', 'Company'),
	listField('Links', 'links', 'Links of the group', { name: 'link', values: LINK }),
	text('ID', 'id', 'ID of the group, if the footer already has it'),
];

const SCRIPT: INodeProperties[] = [
	text('Name', 'name', 'Name of the script', 'Analytics'),
	longText(4, 'Content', 'content', 'Code of the script', 'countVisit();'),
	text('Injection Point', 'injectionPoint', 'Where to insert the script in the page', 'head'),
	text('Description', 'description', 'What the script does', 'Counts visits'),
	{
		displayName: 'Enabled',
		name: 'enabled',
		type: 'boolean',
		default: true,
		description: 'Whether to run the script',
	},
];

/**
 * n8n shows no notice within a collection that is empty, so it stands above Update Fields as soon
 * as the list is there.
 */
const notice = ({ field: { name, description = '' } }: Structure): INodeProperties => ({
	displayName: description,
	name: `${name}Notice`,
	type: 'notice',
	default: '',
	displayOptions: { show: { [`/updateFields.${name}`]: [{ _cnd: { exists: true } }] } },
});

type Group = Parameters<typeof listField>[3];

const pageList = (
	displayName: string,
	name: string,
	group: Group,
	others: Omit<Structure, 'field'>,
): Structure => {
	const description = `Replaces all ${displayName.toLowerCase()} of the page, even those not listed here`;
	return { field: listField(displayName, name, description, group), ...others };
};

/** The lists that an update replaces (service interface, section 2.6). */
const lists = [
	pageList(
		'Actions',
		'actions',
		{ name: 'action', values: ACTION },
		{
			example:
				'[{"buttonTitle":"Book a demo","url":"https://acme.com/demo","purpose":"Get a meeting"}]',
		},
	),
	pageList(
		'Action Card Widgets',
		'actionCardWidgets',
		{ name: 'widget', values: WIDGET },
		{
			example:
				'[{"title":"They trust us","logos":[{"image":{"altText":"Acme","url":"https://acme.com/logo.svg"}}]}]',
			convert: withImages,
		},
	),
	pageList(
		'Footer Links',
		'footerLinks',
		{ name: 'group', values: LINK_GROUP },
		{
			example:
				'[{"title":"Company","links":[{"text":"Privacy","url":"https://acme.com/privacy"}]}]',
		},
	),
	pageList(
		'Scripts',
		'scripts',
		{ name: 'script', values: SCRIPT },
		{
			example:
				'[{"name":"Analytics","content":"countVisit();","injectionPoint":"head","description":"Counts visits","enabled":true}]',
		},
	),
];

/** A page, simplified (service interface, section 2.6). */
export const PAGE_FIELDS = sameNamed(
	...names(
		'pageId name title pageType status pageContext brandId audiencesCount createdAt updatedAt',
	),
);

const updateLists: RequestFlow = async function (requestData) {
	const replaced = lists.filter(({ field }) => field.name in bodyOf(requestData.options));
	const replaces = replaced.map(({ field }) => field.displayName).join(', ') || null;
	RunScope.of(this).addToPreview(this.getItemIndex(), { replaces });
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
			inBody({
				displayName: 'Name',
				name: 'name',
				placeholder: 'e.g. Pricing',
				description: 'New name',
			}),
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
