import { PAGE_FIELDS } from '../../../../../nodes/AudiencePage/resources/page/operations';
import type { OperationCase } from '../../../../cases/operationCase';
import { simplified } from '../../../../previews/schema';
import { byId } from '../../../../support/locators';

/** Expressions at the ends of a tree. */
const GROUP = {
	title: '=Group {{ $json.n }}',
	links: { link: [{ text: '=Link {{ $json.n }}', url: '/' }] },
};

export default {
	calls: ['updatePage'],
	needs: ({ pageId }) => ({
		pageId: byId(pageId),
		updateFields: { name: 'Pricing', pageContext: 'B2B' },
	}),
	ways: () => [
		{
			title: 'with texts and every structured field',
			parameters: {
				updateFields: {
					actions: {
						action: [{ buttonTitle: 'Go', url: '={{ "https://acme.com" }}' }, { purpose: '' }],
					},
					actionCardWidgets: {
						widget: [{ title: 'Logos', logos: { logo: [{ altText: 'Acme' }] } }],
					},
					footerLinks: {
						group: [{ title: 'Company', links: { link: [{ text: 'About', url: '/about' }] } }],
					},
					brandId: 'brand_1',
					name: '={{ "Pricing" }}',
					pageContext: 'ä 漢 😀',
					pageType: 'custom',
					metadata: { title: 'Pricing', keywords: 'a, b' },
					scripts: { script: [{ name: 'Hello', enabled: false }] },
				},
				simplify: false,
			},
		},
	],
	itemLinks: [{ parameters: { updateFields: { footerLinks: { group: [GROUP] } } } }],
	output: simplified('Page', PAGE_FIELDS),
} satisfies OperationCase;
