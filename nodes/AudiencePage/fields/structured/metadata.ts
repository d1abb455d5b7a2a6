import { record, text, texts, type RecordShape } from './shape';

/** What a request can set of a page's metadata (service interface, section 2.5). */
const METADATA: RecordShape = {
	is: 'record',
	members: [
		text('Author', 'author', 'Author of the page', 'Ada Lovelace'),
		text('Canonical URL', 'canonicalUrl', 'Address that search engines are to list', 'https://acme.com/demo'),
		text('Description', 'description', 'Description for search engines', '', 2),
		texts('Keywords', 'keywords', 'Keywords for search engines', 'crm, analytics'),
		text('OG Description', 'ogDescription', 'Description where the page is shared', '', 2),
		text('OG Image Alt', 'ogImageAlt', 'Text in place of the image where the page is shared'),
		text('OG Site Name', 'ogSiteName', 'Name of the site where the page is shared', 'Acme'),
		text('OG Title', 'ogTitle', 'Title where the page is shared'),
		text('OG Type', 'ogType', 'What the page is where it is shared', 'website'),
		text('OG URL', 'ogUrl', 'Address of the page where it is shared', 'https://acme.com/demo'),
		texts('Robots', 'robots', 'What search engines may do', 'index'),
		text('Theme Color', 'themeColor', 'Color of the browser around the page', '#1f6feb'),
		text('Title', 'title', 'Title for browsers and search engines'),
		text('Twitter Card', 'twitterCard', 'How a link to the page looks on Twitter', 'summary'),
		text('Twitter Creator', 'twitterCreator', 'Account of the author on Twitter', '@ada'),
		text('Twitter Description', 'twitterDescription', 'Description on Twitter', '', 2),
		text('Twitter Image Alt', 'twitterImageAlt', 'Text in place of the image on Twitter'),
		text('Twitter Site', 'twitterSite', 'Account of the site on Twitter', '@acme'),
		text('Twitter Title', 'twitterTitle', 'Title on Twitter'),
	],
	answerOnly: ['ogImageFileId', 'ogImageUrl', 'twitterImageFileId', 'twitterImageUrl'],
};

/** Metadata under the name that a request has for it. */
export const metadata = (displayName: string, name: string, description: string) =>
	record(displayName, name, description, METADATA);
