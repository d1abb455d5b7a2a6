/** Ways to use every operation that reads. */
import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { accountId, accountLogId, ofAudience, pageId, personId, rowsOf, store, topicId } from './records';
import type { Variant } from './variant';

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

/** By resource and operation. */
export const READS: Record<string, Variant[]> = {
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
	'pageLink.getAll': [
		...lists,
		{ what: 'of a page', parameters: { filters: { pageId: byId(pageId) } } },
		{
			what: 'by path and domain',
			parameters: {
				filters: {
					path: nth(
						store.pageLinks.all().filter((link) => link.tenantDomainId === store.tenantDomainIds.custom),
					).path,
					tenantDomainId: '={{ $json.domain }}',
				},
			},
			items: [{ domain: store.tenantDomainIds.custom }],
		},
		{ what: 'by empty filters', parameters: { filters: { path: '', tenantDomainId: '={{ null }}' } } },
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
};
