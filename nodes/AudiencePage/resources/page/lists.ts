import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { listField, longText, text, type Structure } from '../../fields/structured';

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
function withImages(widget: IDataObject): IDataObject {
	if (widget.logos === undefined) return widget;
	const logos = (widget.logos as IDataObject[]).map((image) => ({ image }));
	return { ...widget, logos };
}

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

/** A list of a page, made of a form for each entry. */
const listOf = (
	displayName: string,
	name: string,
	entry: { name: string; values: INodeProperties[] },
): INodeProperties =>
	listField(
		displayName,
		name,
		`Replaces all ${displayName.toLowerCase()} of the page, even those not listed here`,
		entry,
	);

/** The lists that an update replaces (service interface, section 2.6). */
export const lists: Structure[] = [
	{
		field: listOf('Actions', 'actions', { name: 'action', values: ACTION }),
		example:
			'[{"buttonTitle":"Book a demo","url":"https://acme.com/demo","purpose":"Get a meeting"}]',
	},
	{
		field: listOf('Action Card Widgets', 'actionCardWidgets', { name: 'widget', values: WIDGET }),
		example:
			'[{"title":"They trust us","logos":[{"image":{"altText":"Acme","url":"https://acme.com/logo.svg"}}]}]',
		convert: withImages,
	},
	{
		field: listOf('Footer Links', 'footerLinks', { name: 'group', values: LINK_GROUP }),
		example: '[{"title":"Company","links":[{"text":"Privacy","url":"https://acme.com/privacy"}]}]',
	},
	{
		field: listOf('Scripts', 'scripts', { name: 'script', values: SCRIPT }),
		example:
			'[{"name":"Analytics","content":"countVisit();","injectionPoint":"head","description":"Counts visits","enabled":true}]',
	},
];

/**
 * What a list replaces. It stands above Update Fields as soon as the list is there, because n8n
 * shows no notice within a collection that is empty.
 */
export const notices = lists.map(
	({ field: { name, description = '' } }): INodeProperties => ({
		displayName: description,
		name: `${name}Notice`,
		type: 'notice',
		default: '',
		displayOptions: { show: { [`/updateFields.${name}`]: [{ _cnd: { exists: true } }] } },
	}),
);
