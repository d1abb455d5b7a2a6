/** Ways to use every operation of the node, for the comparison of its two engines. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { seedStore } from '../../../service/seed';
import { DEFAULT_SIZES } from '../../../service/seed/sizes';
import { byId } from '../../../support/locators';

/** One way to use an operation. */
export interface Variant {
	what: string;
	parameters: INodeParameters;
	items?: IDataObject[];
}

/** The sandbox that the variants are for: lists of several pages. */
export const SEED = 1;
export const SIZES = {
	...DEFAULT_SIZES,
	accountLogs: 130,
	assets: 120,
	pages: 12,
	pageLinks: 180,
	persons: 230,
};

const store = seedStore(SEED, SIZES);
const first = <T>([record]: readonly T[]): T => {
	if (record === undefined) throw new Error('The sandbox has no such record');
	return record;
};
const domains = store.accounts.all().map(({ domain }) => domain);
const { accountId, domain } = first(store.accounts.all());
const { accountLogId } = first(store.accountLogs.of(accountId).all());
const { pageId } = first(store.pages.all());
const { audienceId } = first(store.audiences.of(pageId).all());
const messageIds = store.messages
	.of(audienceId)
	.all()
	.filter(({ hasSnapshot }) => hasSnapshot)
	.map(({ messageId }) => messageId);
const { personId } = first(store.persons.all());
const topicId = first(store.topicIds);
const { topicEntryId } = first(store.topicEntries.of(topicId).all());
const ofAudience = { pageId: byId(pageId), audienceId: byId(audienceId) };
const rowsOf = (ids: readonly string[]) => ids.map((id) => ({ id }));

const log = { domain, source: 'crm', type: 'deal-won', payload: '{"b":[1,{"a.b":2}],"a":null}' };

const lists: Variant[] = [
	{ what: 'of a few', parameters: { limit: 3 } },
	{ what: 'over several pages', parameters: { returnAll: true } },
	{ what: 'up to a limit over several pages', parameters: { limit: 101 } },
	{ what: 'by a page size', parameters: { returnAll: true, options: { pageSize: 60 } } },
];

const analytics: Variant[] = [
	{ what: 'of a preset', parameters: { pageId: byId(pageId), period: 'lastMonth' } },
	{ what: 'of all time', parameters: { pageId: byId(pageId), period: 'allTime' } },
	{
		what: 'between two dates',
		parameters: {
			pageId: byId(pageId),
			period: 'custom',
			startDate: '2026-01-31',
			endDate: '={{ "2026-02-28T08:00" }}',
		},
	},
	{
		what: 'for several items',
		parameters: { pageId: '={{ $json.id }}' },
		items: store.pages
			.all()
			.slice(0, 3)
			.map(({ pageId: id }) => ({ id })),
	},
];

/** E21: n8n's engine sends no empty body, and the sandbox refuses a request without one. */
export const EMPTY_BODIES: Record<string, INodeParameters> = {
	'audience.create': { pageId: byId(pageId) },
	'audienceMessage.restore': { ...ofAudience, messageId: byId(first(messageIds)) },
};

/** By resource and operation. */
export const VARIANTS: Record<string, Variant[]> = {
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
			items: domains.slice(0, 4).map((one) => ({ domain: one, 'a.b': [{ c: one }] })),
		},
	],
	'accountLog.get': [
		{ what: 'of one entry', parameters: { accountId, accountLogId } },
		{
			what: 'for several items',
			parameters: { accountId, accountLogId: '={{ $json.id }}' },
			items: store.accountLogs
				.of(accountId)
				.all()
				.slice(0, 3)
				.map(({ accountLogId: id }) => ({ id })),
		},
	],
	'accountLog.getAll': [
		...lists.map(({ what, parameters }) => ({ what, parameters: { accountId, ...parameters } })),
		{ what: 'with the deleted', parameters: { accountId, filters: { includeDeleted: true } } },
		{ what: 'without the deleted', parameters: { accountId, filters: { includeDeleted: false } } },
		{
			what: 'for several items',
			parameters: { accountId: '={{ $json.id }}', limit: 2 },
			items: store.accounts
				.all()
				.slice(0, 3)
				.map(({ accountId: id }) => ({ id })),
		},
	],
	'analytics.getAudiences': analytics,
	'analytics.getSummary': analytics,
	'asset.getAll': [
		...lists,
		{ what: 'as they are', parameters: { limit: 2, simplify: false } },
		{
			what: 'by type and search text',
			parameters: { returnAll: true, filters: { assetType: '={{ "image" }}', query: 'last' } },
		},
		{ what: 'by empty filters', parameters: { filters: { assetType: '={{ "" }}', query: '={{ null }}' } } },
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
	'audience.getAll': [
		...lists.map(({ what, parameters }) => ({ what, parameters: { pageId: byId(pageId), ...parameters } })),
		{ what: 'as they are', parameters: { pageId: byId(pageId), simplify: false } },
		{
			what: 'for several items',
			parameters: { pageId: '={{ $json.id }}', limit: 2 },
			items: rowsOf(store.pages.all().map((page) => page.pageId)).slice(0, 3),
		},
	],
	'audienceMessage.getAll': [
		{ what: 'as messages', parameters: ofAudience },
		{ what: 'as a conversation', parameters: { ...ofAudience, output: 'conversation' } },
		{
			what: 'as the whole conversation',
			parameters: { ...ofAudience, output: 'conversation', simplify: false },
		},
	],
	'page.getAll': [
		{ what: 'of a few', parameters: { limit: 3 } },
		{ what: 'of all', parameters: { limit: 100 } },
		{ what: 'by a search text', parameters: { filters: { query: '={{ "a" }}' } } },
		{ what: 'by an empty search text', parameters: { filters: { query: '' } } },
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
	'pageLink.getAll': [
		...lists,
		{ what: 'of a page', parameters: { filters: { pageId: byId(pageId) } } },
		{
			what: 'by path and domain',
			parameters: {
				filters: {
					path: first(
						store.pageLinks.all().filter((link) => link.tenantDomainId === store.tenantDomainIds.custom),
					).path,
					tenantDomainId: '={{ $json.domain }}',
				},
			},
			items: [{ domain: store.tenantDomainIds.custom }],
		},
		{ what: 'by empty filters', parameters: { filters: { path: '', tenantDomainId: '={{ null }}' } } },
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
	'person.getAll': [
		...lists,
		{ what: 'by a search text', parameters: { returnAll: true, filters: { query: 'a' } } },
		{ what: 'by an empty search text', parameters: { limit: 2, filters: { query: '' } } },
		{
			what: 'for several items',
			parameters: { limit: '={{ $json.limit }}' },
			items: [{ limit: 1 }, { limit: 120 }],
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
	'personLog.getAll': [
		...lists.map(({ what, parameters }) => ({
			what,
			parameters: { personId: byId(personId), ...parameters },
		})),
		{ what: 'with the deleted', parameters: { personId: byId(personId), filters: { includeDeleted: true } } },
		{
			what: 'for several items',
			parameters: { personId: '={{ $json.id }}', limit: 1 },
			items: rowsOf(store.persons.all().map((person) => person.personId)).slice(0, 3),
		},
	],
	'topicEntry.getAll': [
		...lists.map(({ what, parameters }) => ({ what, parameters: { topicId, ...parameters } })),
		{
			what: 'for several items',
			parameters: { topicId: '={{ $json.id }}' },
			items: rowsOf(store.topicIds),
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
