import fc from 'fast-check';

import type { SpecialField } from '../../../cases/operationCase';
import { codePoint } from '../../../support/codePoint';
import {
	formOrJson,
	jsonRecord,
	jsonTexts,
	jsonTwin,
	recordOn,
	runningTextMember,
	textMember,
	textsMember,
} from './structured';

const RUNNING_TEXTS = ['description', 'ogDescription', 'twitterDescription'];
const TEXTS = [
	'title',
	'author',
	'canonicalUrl',
	'ogTitle',
	'ogType',
	'ogImageAlt',
	'ogSiteName',
	'ogUrl',
	'twitterCard',
	'twitterTitle',
	'twitterImageAlt',
	'twitterSite',
	'twitterCreator',
	'themeColor',
];
const LISTS = ['keywords', 'robots'];
const ANSWER_ONLY = ['ogImageUrl', 'ogImageFileId', 'twitterImageUrl', 'twitterImageFileId'];

/** Metadata of a page, or of an audience in its place. */
export function metadata(parameter: string): SpecialField {
	const at = ['body', parameter.split('.').at(-1)!];
	const form = recordOn(parameter, at, [
		...TEXTS.map((name) => textMember(name)),
		...RUNNING_TEXTS.map(runningTextMember),
		...LISTS.map(textsMember),
	]);
	const listOfTexts = fc.array(fc.string({ unit: codePoint, maxLength: 10 }), { maxLength: 3 });
	const lists = Object.fromEntries(LISTS.map((list) => [list, fc.oneof(listOfTexts, fc.constant(null))]));
	const json = jsonRecord({
		...jsonTexts([...TEXTS, ...RUNNING_TEXTS]),
		...lists,
		...jsonTexts(ANSWER_ONLY),
	});
	const field = formOrJson(form, jsonTwin(parameter, at, json, ANSWER_ONLY));
	return { paths: [parameter, `${parameter}Json`], field };
}
