/** The state a sandbox starts with: the same for the same seed and sizes. */
import { Children, Collection, type Store } from '../store';
import { seedAssets, seedPageLinks, seedTenantDomainIds, seedTopicEntries, seedTopicIds } from './content';
import { seedAudiences, seedMessages, seedPages } from './pages';
import { seedAccountLogs, seedAccounts, seedPersonLogs, seedPersons } from './people';
import type { Sizes } from './sizes';

/** Nothing for a record that a test created, the seeded children for a seeded one. */
function childrenOf<Parent, T>(
	idField: keyof T,
	parents: readonly Parent[],
	parentId: keyof Parent,
	seedOf: (parent: Parent) => T[],
): Children<T> {
	const seeded = new Map(parents.map((parent) => [parent[parentId] as string, parent]));
	return new Children(idField, (id) => {
		const parent = seeded.get(id);
		return parent === undefined ? [] : seedOf(parent);
	});
}

/** A store of its own for each call, with these numbers of records. */
export function seedStore(seed: number, sizes: Sizes): Store {
	const accounts = seedAccounts(seed, sizes.accounts);
	const persons = seedPersons(seed, sizes.persons, sizes.accounts);
	const pages = seedPages(seed, sizes.pages);
	const firstPersons = persons.slice(0, 1000);
	const audiencesOf = new Map(
		pages.map((page) => [page, seedAudiences(seed, page, sizes.audiences, firstPersons)]),
	);
	const audiences = [...audiencesOf.values()].flat();
	const tenantDomainIds = seedTenantDomainIds(seed);
	const pageLinks = seedPageLinks(seed, sizes.pageLinks, audiences, tenantDomainIds);
	const topicIds = seedTopicIds(seed, sizes.topics);
	const topics = topicIds.map((topicId) => ({ topicId }));
	return {
		accounts: new Collection('accountId', accounts),
		accountLogs: childrenOf('accountLogId', accounts, 'accountId', (account) =>
			seedAccountLogs(seed, account, sizes.accountLogs),
		),
		firstEntries: new Map(),
		persons: new Collection('personId', persons),
		personLogs: childrenOf('personLogId', persons, 'personId', (person) =>
			seedPersonLogs(seed, person, sizes.personLogs),
		),
		pages: new Collection('pageId', pages),
		audiences: childrenOf('audienceId', pages, 'pageId', (page) => audiencesOf.get(page)!),
		messages: childrenOf('messageId', audiences, 'audienceId', (audience) =>
			seedMessages(seed, audience, sizes.messages),
		),
		assets: new Collection('assetId', seedAssets(seed, sizes.assets)),
		pageLinks: new Collection('pageLinkId', pageLinks),
		tenantDomainIds,
		topicIds,
		topicEntries: childrenOf('topicEntryId', topics, 'topicId', ({ topicId }) =>
			seedTopicEntries(seed, topicId, sizes.topicEntries),
		),
	};
}
