/** The lists of a page, each on the form or as JSON. */
import fc from 'fast-check';

import type { SpecialField } from '../../../cases/operationCase';
import type { Field } from './fields';
import {
	flagMember,
	formOrJson,
	jsonRecord,
	jsonTexts,
	jsonTwin,
	listOn,
	runningTextMember,
	textMember,
} from './structured';

const ACTION = ['purpose', 'buttonTitle', 'actionType', 'url', 'actionId'];
const WIDGET = ['type', 'title'];
const IMAGE = ['altText', 'url', 'fileId', 'assetId'];
const LINK = ['id', 'text', 'url'];
const LINK_GROUP = ['id', 'title'];
const SCRIPT = ['injectionPoint', 'name', 'description'];

const members = (names: string[]): Field[] => names.map((name) => textMember(name));

/** A list of the page, whose entries the form keeps in a group. */
function list(
	name: string,
	groupName: string,
	listed: Field[],
	json: Record<string, fc.Arbitrary<unknown>>,
	answerOnly: string[] = [],
): SpecialField {
	const [parameter, at] = [`updateFields.${name}`, ['body', name]];
	const twin = jsonTwin(parameter, at, fc.array(jsonRecord(json), { maxLength: 3 }), answerOnly);
	const field = formOrJson(listOn(`${parameter}.${groupName}`, at, listed), twin);
	return { paths: [parameter, `${parameter}Json`], field };
}

const few = (json: fc.Arbitrary<unknown>) => fc.array(json, { maxLength: 2 });

const actions = list(
	'actions',
	'action',
	members(ACTION),
	{ ...jsonTexts(ACTION), actionIndex: fc.constantFrom(0, 1, null) },
	['actionIndex'],
);

const actionCardWidgets = list(
	'actionCardWidgets',
	'widget',
	[...members(WIDGET), listOn('logos.logo', ['logos'], members(IMAGE), ['image'])],
	{ ...jsonTexts(WIDGET), logos: few(jsonRecord({ image: jsonRecord(jsonTexts(IMAGE)) })) },
);

const footerLinks = list(
	'footerLinks',
	'group',
	[...members(LINK_GROUP), listOn('links.link', ['links'], members(LINK))],
	{ ...jsonTexts(LINK_GROUP), links: few(jsonRecord(jsonTexts(LINK))) },
);

const scriptMembers = [...members(SCRIPT), runningTextMember('content'), flagMember('enabled')];
const scripts = list('scripts', 'script', scriptMembers, {
	...jsonTexts([...SCRIPT, 'content']),
	enabled: fc.constantFrom(true, false, null),
});

export const pageLists = [actions, actionCardWidgets, footerLinks, scripts];
