/** Ways to use every operation that writes. */
import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { accounts, accountId, pageId, personId, rowsOf, store, topicEntryId, topicId } from './records';
import type { Variant } from './variant';

const { domain } = nth(accounts);
const log = { domain, source: 'crm', type: 'deal-won', payload: '{"b":[1,{"a.b":2}],"a":null}' };

/** By resource and operation. */
export const WRITES: Record<string, Variant[]> = {
	'account.update': [
		{ what: 'of a name', parameters: { accountId, name: 'Acme' } },
		{
			what: 'for several items',
			parameters: { accountId: '={{ $json.id }}', name: '={{ $itemIndex }}' },
			items: rowsOf(store.accounts.all().map((account) => account.accountId)).slice(0, 3),
		},
	],
	'accountLog.create': [
		{ what: 'with a key of its item', parameters: log },
		{ what: 'with a key of its content', parameters: { ...log, options: { idempotencyKeyMode: 'content' } } },
		{
			what: 'with a custom key',
			parameters: {
				...log,
				options: { idempotencyKeyMode: 'custom', idempotencyKey: '={{ "D-" + $itemIndex }}' },
			},
		},
		{ what: 'without a key', parameters: { ...log, options: { idempotencyKeyMode: 'none' } } },
		{
			what: 'with empty fields',
			parameters: { ...log, accountId: '', type: '', additionalFields: { name: '={{ null }}' } },
		},
		{
			what: 'for several items, by expressions',
			parameters: {
				accountId: '={{ undefined }}',
				domain: '={{ $json.domain }}',
				source: '={{ "source-" + $itemIndex }}',
				type: '={{ $itemIndex }}',
				payload: '={{ $json }}',
				additionalFields: { name: '=Deal {{ $itemIndex }}' },
				options: { idempotencyKeyMode: '={{ $itemIndex === 1 ? "content" : "item" }}' },
			},
			items: accounts.slice(0, 4).map(({ domain: one }) => ({ domain: one, 'a.b': [{ c: one }] })),
		},
	],
	'audience.create': [
		{
			what: 'with every field',
			parameters: {
				pageId: byId(pageId),
				additionalFields: {
					actionFormIdOverride: 'form_1',
					actionFormInstructionsOverride: 'Ask\nfor it',
					actionUrlOverride: 'https://acme.com/?a=1#b',
					customName: '={{ "Acme" }}',
					publishBehavior: 'publish',
					supplementaryContext: 'ä 漢 😀',
				},
			},
		},
		{
			what: 'with empty fields',
			parameters: {
				pageId: byId(pageId),
				additionalFields: { customName: 'Acme', supplementaryContext: '={{ undefined }}' },
			},
		},
		{
			what: 'with metadata',
			parameters: {
				pageId: byId(pageId),
				additionalFields: { metadataOverride: { title: '={{ "Acme" }}', keywords: 'a, b', ogUrl: '' } },
				simplify: false,
			},
		},
		{
			what: 'with metadata as JSON',
			parameters: {
				pageId: byId(pageId),
				additionalFields: { metadataOverrideJson: '={{ { title: "Acme", ogImageUrl: "x", robots: [] } }}' },
				simplify: '={{ false }}',
			},
		},
	],
	'page.update': [
		{
			what: 'with every text',
			parameters: {
				pageId: byId(pageId),
				updateFields: {
					brandId: 'brand_1',
					headerActionId: 'action_1',
					name: '={{ "Pricing" }}',
					pageContext: 'ä 漢 😀',
					pageType: 'custom',
				},
			},
		},
		{
			what: 'with every structured field',
			parameters: {
				pageId: byId(pageId),
				updateFields: {
					actions: { action: [{ buttonTitle: 'Go', url: '={{ "https://acme.com" }}' }, { purpose: '' }] },
					actionCardWidgets: { widget: [{ title: 'Logos', logos: { logo: [{ altText: 'Acme' }] } }] },
					footerLinks: { group: [{ title: 'Company', links: { link: [{ text: 'About', url: '/about' }] } }] },
					metadata: { title: 'Pricing', keywords: 'a, b' },
					scripts: { script: [{ name: 'Hello', enabled: false }] },
				},
				simplify: false,
			},
		},
		{
			what: 'with every structured field as JSON',
			parameters: {
				pageId: byId(pageId),
				updateFields: {
					actionsJson: '[]',
					actionCardWidgetsJson: '[{"logos":[{"image":{"altText":"Acme"}}]}]',
					footerLinksJson: '={{ [{ links: [] }] }}',
					metadataJson: '{"title":"Pricing","ogImageUrl":"x"}',
					scriptsJson: '={{ [{ enabled: true }] }}',
				},
			},
		},
	],
	'person.create': [
		{ what: 'with a name', parameters: { name: 'Nathan Smith' } },
		{
			what: 'with every field',
			parameters: {
				name: '={{ "Nathan" }}',
				additionalFields: {
					domain: 'acme.com',
					email: 'nathan@acme.com',
					linkedinProfileUrl: 'https://www.linkedin.com/in/n?x=1',
					phoneNumber: '+4930123456',
				},
			},
		},
		{
			what: 'with empty fields',
			parameters: { name: 'Nathan', additionalFields: { email: '', domain: '={{ null }}' } },
		},
	],
	'person.update': [
		{ what: 'of one field', parameters: { personId: byId(personId), updateFields: { name: 'Nathan' } } },
		{
			what: 'with fields to clear',
			parameters: {
				personId: byId(personId),
				updateFields: { domain: 'acme.com' },
				fieldsToClear: ['email', 'phoneNumber'],
			},
		},
		{
			what: 'for several items',
			parameters: {
				personId: '={{ $json.id }}',
				updateFields: { name: '=Row {{ $itemIndex }}', email: '' },
			},
			items: store.persons
				.all()
				.slice(0, 3)
				.map(({ personId: id }) => ({ id })),
		},
	],
	'topicEntry.update': [
		{
			what: 'with every field',
			parameters: {
				topicId,
				topicEntryId,
				updateFields: { content: { content: '={{ "Answer" }}', type: 'markdown' }, sortOrder: 7 },
			},
		},
		{
			what: 'of its place alone',
			parameters: { topicId, topicEntryId, updateFields: { sortOrder: '={{ 0 }}' } },
		},
	],
};
