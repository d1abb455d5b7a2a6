import { record, recordOf, text, texts } from './shape';

/** What a request can set of a page's metadata (service interface, section 2.5). */
const METADATA = recordOf(
	[
		text('Author', 'author', 'Author of the page', 'Ada Lovelace'),
		text('Canonical URL', 'canonicalUrl', 'URL that search engines should list', 'https://acme.com/demo'),
		text('Description', 'description', 'Description for search engines', undefined, 2),
		texts('Keywords', 'keywords', 'Keywords for search engines', 'crm, analytics'),
		text('OG Description', 'ogDescription', 'Description shown when the page is shared', undefined, 2),
		text('OG Image Alt', 'ogImageAlt', 'Alternative text of the image shown when the page is shared'),
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

/** Metadata under the name that a request has for it. */
export const metadata = (displayName: string, name: string, description: string) =>
	record(displayName, name, description, METADATA);
