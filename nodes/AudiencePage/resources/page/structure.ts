import { flag, list, text, type RecordShape } from '../../fields/structured/shape';

const ACTION: RecordShape = {
	is: 'record',
	members: [
		text('Action ID', 'actionId', 'ID of an action that the page has already'),
		text('Action Type', 'actionType', 'Type of the action, as the service gives it for one of its actions'),
		text('Button Title', 'buttonTitle', 'Text on the button', 'Book a demo'),
		text('Purpose', 'purpose', 'What the action is for', 'Get a meeting'),
		text('URL', 'url', 'Address that the button opens', 'https://acme.com/demo'),
	],
	answerOnly: ['actionIndex'],
};

const LOGO_IMAGE: RecordShape = {
	is: 'record',
	members: [
		text('Alt Text', 'altText', 'Text in place of the logo', 'Acme'),
		text('Asset ID', 'assetId', 'ID of the asset that is the logo'),
		text('File ID', 'fileId', 'ID of the file that is the logo'),
		text('URL', 'url', 'Address of the logo', 'https://acme.com/logo.svg'),
	],
};

const WIDGET: RecordShape = {
	is: 'record',
	members: [
		list('Logos', 'logos', 'Logos that the widget shows', 'logo', LOGO_IMAGE, 'image'),
		text('Title', 'title', 'Title of the widget', 'They trust us'),
		text('Type', 'type', 'Type of the widget, as the service gives it for one of its widgets'),
	],
};

const LINK: RecordShape = {
	is: 'record',
	members: [
		text('ID', 'id', 'ID of a link that the group has already'),
		text('Text', 'text', 'Text of the link', 'Privacy'),
		text('URL', 'url', 'Address that the link opens', 'https://acme.com/privacy'),
	],
};

const LINK_GROUP: RecordShape = {
	is: 'record',
	members: [
		text('ID', 'id', 'ID of a group that the footer has already'),
		list('Links', 'links', 'Links of the group', 'link', LINK),
		text('Title', 'title', 'Title above the links', 'Company'),
	],
};

const SCRIPT: RecordShape = {
	is: 'record',
	members: [
		text('Content', 'content', 'The script itself', '', 4),
		text('Description', 'description', 'What the script does', 'Counts visits'),
		flag('Enabled', 'enabled', 'Whether the script runs'),
		text('Injection Point', 'injectionPoint', 'Where in the page the script is put', 'head'),
		text('Name', 'name', 'Name of the script', 'Analytics'),
	],
};

const ofAll = 'All that the page is to have';

/** The lists of a page (service interface, section 2.6). */
export const actions = list('Actions', 'actions', ofAll, 'action', ACTION);

export const actionCardWidgets = list('Card Widgets', 'actionCardWidgets', ofAll, 'widget', WIDGET);

export const footerLinks = list('Footer Links', 'footerLinks', ofAll, 'group', LINK_GROUP);

export const scripts = list('Scripts', 'scripts', ofAll, 'script', SCRIPT);
