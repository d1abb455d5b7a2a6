/** Ways to use every operation of the node, for the comparison of its two engines. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { seedStore } from '../../../service/seed';
import { DEFAULT_SIZES } from '../../../service/seed/sizes';

/** One way to use an operation. */
export interface Variant {
	what: string;
	parameters: INodeParameters;
	items?: IDataObject[];
}

/** The sandbox that the variants are for: lists of several pages. */
export const SEED = 1;
export const SIZES = { ...DEFAULT_SIZES, accountLogs: 130, pages: 12, persons: 230 };

const store = seedStore(SEED, SIZES);
const first = <T>([record]: readonly T[]): T => {
	if (record === undefined) throw new Error('The sandbox has no such record');
	return record;
};
const domains = store.accounts.all().map(({ domain }) => domain);
const { accountId, domain } = first(store.accounts.all());
const { accountLogId } = first(store.accountLogs.of(accountId).all());
const { pageId } = first(store.pages.all());
const { personId } = first(store.persons.all());

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

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

/** E21: n8n's engine sends no body for it, which the sandbox refuses. */
export const WITHOUT_FIELDS: INodeParameters = { pageId: byId(pageId) };

/** By resource and operation. */
export const VARIANTS: Record<string, Variant[]> = {
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
	],
	'page.getAll': [
		{ what: 'of a few', parameters: { limit: 3 } },
		{ what: 'of all', parameters: { limit: 100 } },
		{ what: 'by a search text', parameters: { filters: { query: '={{ "a" }}' } } },
		{ what: 'by an empty search text', parameters: { filters: { query: '' } } },
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
};
