/** The lists of the ten events, some of them with the filters that they take. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { cycle } from '../../../../service/random';
import type {
	Asset,
	Audience,
	LogEntry,
	Page,
	PageLink,
	Person,
	TopicEntry,
} from '../../../../service/records';
import type { Sandbox } from '../../../../service/sandbox';
import { seedAssets, seedPageLinks, seedTopicEntries } from '../../../../service/seed/content';
import { seedAudiences, seedPages } from '../../../../service/seed/pages';
import { seedAccountLogs, seedPersonLogs, seedPersons } from '../../../../service/seed/people';
import { timestamp } from '../../../../service/seed/time';
import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import type { Watched, Watching } from './world';

/** A list of an event. What type its records have is known here alone. */
const watching =
	<R>(watch: (sandbox: Sandbox) => Watched<R>): Watching =>
	(sandbox) =>
		watch(sandbox) as unknown as Watched<object>;

const touch = (record: { updatedAt: string | null }, n: number): void => {
	record.updatedAt = timestamp(n);
};

/** A deleted entry is in no list, and is back when it is no longer deleted. */
const ofEntries = {
	change: (entry: LogEntry, n: number): void => {
		if (n % 2 === 0) entry.payload = { n };
		else entry.deletedAt = entry.deletedAt === null ? timestamp(n) : null;
	},
	touch,
	holds: ({ deletedAt }: LogEntry): boolean => deletedAt === null,
};

const accountLogs = watching(({ store }) => {
	const account = nth(store.accounts.all());
	const { accountId } = account;
	return {
		parameters: { event: 'accountLogCreated', accountId },
		collection: store.accountLogs.of(accountId),
		idField: 'accountLogId',
		make: () => nth(seedAccountLogs(1, account, 1)),
		...ofEntries,
	};
});

const personLogs = watching(({ store }) => {
	const person = nth(store.persons.all());
	const { personId } = person;
	return {
		parameters: { event: 'personLogCreated', personId: byId(personId) },
		collection: store.personLogs.of(personId),
		idField: 'personLogId',
		make: () => nth(seedPersonLogs(1, person, 1)),
		...ofEntries,
	};
});

const NAMES = ['Ada Bell', 'Bob', 'Bella'];

const people = (event: string, how: Partial<Watched<Person>> = {}, filters: INodeParameters = {}) =>
	watching<Person>(({ store }) => ({
		parameters: { event, filters },
		collection: store.persons,
		idField: 'personId',
		make: (n) => ({ ...nth(seedPersons(1, 1, 1)), name: cycle(NAMES, n) }),
		change: (person, n) => {
			if (n % 3 === 0) person.name = cycle(NAMES, n / 3);
			else if (n % 3 === 1) person.email = n % 2 === 0 ? null : 'info@acme.example';
			else person.phoneNumber = n % 2 === 0 ? null : '+15550000001';
		},
		touch,
		...how,
	}));
/** Who is found by a search, and is not any more under another name. */
const found = { holds: ({ name }: Person): boolean => name.includes('Bell') };
const SEARCH = { query: 'bell' };
const changes = {
	contentOf: ({ name, email, domain, slug, phoneNumber, linkedinProfileUrl }: IDataObject): unknown => [
		...[name, email, domain, slug, phoneNumber, linkedinProfileUrl],
	],
};

const pages = watching<Page>(({ store }) => ({
	parameters: { event: 'pageCreated' },
	collection: store.pages,
	idField: 'pageId',
	make: () => nth(seedPages(1, 1)),
	change: (page, n) => {
		page.name = `Page ${n}`;
	},
	touch,
}));

const STATUSES: Array<Audience['status']> = ['draft', 'queued', 'published', 'archived'];

const audiences = (event: string, contentOf?: Watched<Audience>['contentOf']) =>
	watching<Audience>(({ store }) => {
		const page = nth(store.pages.all());
		return {
			parameters: { event, pageId: byId(page.pageId) },
			collection: store.audiences.of(page.pageId),
			idField: 'audienceId',
			make: (n) => ({ ...nth(seedAudiences(1, page, 1, [])), status: cycle(STATUSES, n) }),
			change: (audience, n) => {
				audience.status = cycle(STATUSES, n);
			},
			touch: (audience, n) => {
				audience.customName = `Audience ${n}`;
				audience.latestVersion.versionNumber = n;
			},
			contentOf,
		};
	});
/** What an answer calls status is called to in an item. */
const status = ({ to, status: present }: IDataObject): unknown => to ?? present;

const pageLinks = (domain: 'custom' | 'fallback') =>
	watching<PageLink>(({ store }) => {
		const { tenantDomainIds } = store;
		const filters = domain === 'custom' ? { tenantDomainId: tenantDomainIds.custom } : {};
		const audience = nth(seedAudiences(1, nth(store.pages.all()), 1, []));
		return {
			parameters: { event: 'pageLinkCreated', pageId: byId(''), filters },
			collection: store.pageLinks,
			idField: 'pageLinkId',
			make: (n) => ({
				...nth(seedPageLinks(1, 1, [audience], tenantDomainIds)),
				tenantDomainId: n % 4 === 3 ? tenantDomainIds.fallback : tenantDomainIds[domain],
			}),
			change: (link, n) => {
				link.path = `/changed-${n}`;
			},
			touch,
			holds: ({ tenantDomainId }) => tenantDomainId === tenantDomainIds[domain],
		};
	});

const assets = watching<Asset>(({ store }) => ({
	parameters: { event: 'assetTrashed' },
	collection: store.assets,
	idField: 'assetId',
	make: (n) => ({ ...nth(seedAssets(1, 1)), trashedAt: n % 4 === 3 ? undefined : timestamp(n) }),
	change: (asset, n) => {
		asset.trashedAt = n % 2 === 0 ? undefined : timestamp(n);
	},
	touch: (asset, n) => {
		touch(asset, n);
		asset.downloadUrl = `https://files.example/1?signature=${n}`;
	},
	holds: ({ trashedAt }) => trashedAt !== undefined,
	contentOf: ({ trashedAt }) => trashedAt,
}));

const topicEntries = watching<TopicEntry>(({ store }) => {
	const topicId = nth(store.topicIds);
	return {
		parameters: { event: 'topicEntryChanged', topicId },
		collection: store.topicEntries.of(topicId),
		idField: 'topicEntryId',
		make: (n) => ({ ...nth(seedTopicEntries(1, topicId, 1)), sortOrder: n }),
		change: (entry, n) => {
			if (n % 2 === 0) entry.sortOrder = n % 3;
			else entry.content = { type: 'markdown', content: `Version ${n % 3}` };
		},
		touch,
		contentOf: ({ content, sortOrder }) => [content, sortOrder],
	};
});

/** Each event by its name, and what it watches. */
export const worlds: Array<[string, Watching]> = [
	['accountLogCreated', accountLogs],
	['assetTrashed', assets],
	['audienceCreated', audiences('audienceCreated')],
	['audienceStatusChanged', audiences('audienceStatusChanged', status)],
	['pageCreated', pages],
	['pageLinkCreated', pageLinks('fallback')],
	['pageLinkCreated on a custom domain', pageLinks('custom')],
	['personCreated', people('personCreated')],
	['personCreated of a search', people('personCreated', found, SEARCH)],
	['personLogCreated', personLogs],
	['personUpdated', people('personUpdated', changes)],
	['personUpdated of a search', people('personUpdated', { ...changes, ...found }, SEARCH)],
	['topicEntryChanged', topicEntries],
];
