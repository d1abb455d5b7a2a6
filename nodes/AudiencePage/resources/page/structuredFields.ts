import { flag, list, text, type RecordShape } from '../../fields/structured/shape';

const ACTION: RecordShape = {
	kind: 'record',
	members: [
		text('Action ID', 'actionId', 'ID of the action, if the page already has it'),
		text('Action Type', 'actionType', 'Type of the action, as the service returns it for existing actions'),
		text('Button Title', 'buttonTitle', 'Text on the button', 'Book a demo'),
		text('Purpose', 'purpose', 'Purpose of the action', 'Get a meeting'),
		text('URL', 'url', 'URL that the button opens', 'https://acme.com/demo'),
	],
	responseOnly: ['actionIndex'],
};

const LOGO_IMAGE: RecordShape = {
	kind: 'record',
	members: [
		text('Alt Text', 'altText', 'Alternative text of the logo', 'Acme'),
		text('Asset ID', 'assetId', 'ID of the asset to use as the logo'),
		text('File ID', 'fileId', 'ID of the file to use as the logo'),
		text('URL', 'url', 'URL of the logo', 'https://acme.com/logo.svg'),
	],
};

const WIDGET: RecordShape = {
	kind: 'record',
	members: [
		list('Logos', 'logos', 'Logos to show in the widget', 'logo', LOGO_IMAGE, 'image'),
		text('Title', 'title', 'Title of the widget', 'They trust us'),
		text('Type', 'type', 'Type of the widget, as the service returns it for existing widgets'),
	],
};

const LINK: RecordShape = {
	kind: 'record',
	members: [
		text('ID', 'id', 'ID of the link, if the group already has it'),
		text('Text', 'text', 'Text of the link', 'Privacy'),
		text('URL', 'url', 'URL that the link opens', 'https://acme.com/privacy'),
	],
};

const LINK_GROUP: RecordShape = {
	kind: 'record',
	members: [
		text('ID', 'id', 'ID of the group, if the footer already has it'),
		list('Links', 'links', 'Links of the group', 'link', LINK),
		text('Title', 'title', 'Title above the links', 'Company'),
	],
};

const SCRIPT: RecordShape = {
	kind: 'record',
	members: [
		text('Content', 'content', 'Code of the script', '', 4),
		text('Description', 'description', 'What the script does', 'Counts visits'),
		flag('Enabled', 'enabled', 'Whether to run the script'),
		text('Injection Point', 'injectionPoint', 'Where to insert the script in the page', 'head'),
		text('Name', 'name', 'Name of the script', 'Analytics'),
	],
};

const COMPLETE_LIST = 'The complete list. Entries that you leave out may be removed from the page.';

/** The lists of a page (service interface, section 2.6). */
export const actions = list('Actions', 'actions', COMPLETE_LIST, 'action', ACTION);

export const actionCardWidgets = list('Card Widgets', 'actionCardWidgets', COMPLETE_LIST, 'widget', WIDGET);

export const footerLinks = list('Footer Links', 'footerLinks', COMPLETE_LIST, 'group', LINK_GROUP);

export const scripts = list('Scripts', 'scripts', COMPLETE_LIST, 'script', SCRIPT);
