import type { IDataObject } from 'n8n-workflow';

import { objectField, longText, text, type Structure } from '../fields/structured';
import { commaSeparated } from '../shared/values';

/** What a request can set of a page's metadata (service interface, section 2.5). */
const METADATA = [
	text('Author', 'author', 'Author of the page', 'Ada Lovelace'),
	text(
		'Canonical URL',
		'canonicalUrl',
		'URL that search engines should list',
		'https://acme.com/demo',
	),
	longText(2, 'Description', 'description', 'Description for search engines'),
	text(
		'Keywords',
		'keywords',
		'Keywords for search engines, separated by commas',
		'crm, analytics',
	),
	longText(2, 'OG Description', 'ogDescription', 'Description shown when the page is shared'),
	text('OG Image Alt', 'ogImageAlt', 'Alternative text of the image shown when the page is shared'),
	text('OG Site Name', 'ogSiteName', 'Name of the website shown when the page is shared', 'Acme'),
	text('OG Title', 'ogTitle', 'Title shown when the page is shared'),
	text('OG Type', 'ogType', 'Type of the page when it is shared', 'website'),
	text('OG URL', 'ogUrl', 'URL of the page when it is shared', 'https://acme.com/demo'),
	text('Robots', 'robots', 'Instructions for search engines, separated by commas', 'index'),
	text('Theme Color', 'themeColor', 'Color of the browser interface around the page', '#1f6feb'),
	text('Title', 'title', 'Title for browsers and search engines'),
	text('Twitter Card', 'twitterCard', 'Type of preview of the page on Twitter', 'summary'),
	text('Twitter Creator', 'twitterCreator', 'Twitter account of the author', '@ada'),
	longText(2, 'Twitter Description', 'twitterDescription', 'Description shown on Twitter'),
	text('Twitter Image Alt', 'twitterImageAlt', 'Alternative text of the image shown on Twitter'),
	text('Twitter Site', 'twitterSite', 'Twitter account of the website', '@acme'),
	text('Twitter Title', 'twitterTitle', 'Title shown on Twitter'),
];

const textsOrNothing = (value: unknown): string[] | undefined => {
	const texts = commaSeparated(value);
	return texts.length > 0 ? texts : undefined;
};

/** The service takes keywords and robots as lists. */
const withLists = (metadata: IDataObject): IDataObject => ({
	...metadata,
	keywords: textsOrNothing(metadata.keywords),
	robots: textsOrNothing(metadata.robots),
});

/** The metadata of a page (section 2.5), under a name of its own in each request. */
export const metadata = (displayName: string, name: string, description: string): Structure => ({
	field: objectField(displayName, name, description, METADATA),
	convert: withLists,
	responseOnly: ['ogImageFileId', 'ogImageUrl', 'twitterImageFileId', 'twitterImageUrl'],
});
