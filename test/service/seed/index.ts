/** The state a sandbox starts with: the same for the same seed and sizes. */
import type { AccountLog } from '../records';
import { Children, Collection } from '../store';
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
export function seedStore(seed: number, sizes: Sizes) {
	const accounts = seedAccounts(seed, sizes.accounts);
	const persons = seedPersons(seed, sizes.persons, sizes.accounts);
	const pages = seedPages(seed, sizes.pages);
	const firstPersons = persons.slice(0, 1000);
	const audiencesOf = new Map(
		pages.map((page) => [page, seedAudiences(seed, page, sizes.audiences, firstPersons)]),
	);
	const audiences = [...audiencesOf.values()].flat();
	const tenantDomainIds = seedTenantDomainIds(seed);
	const topicIds = seedTopicIds(seed, sizes.topics);
	return {
		accounts: new Collection('accountId', accounts),
		/** by accountId */
		accountLogs: childrenOf('accountLogId', accounts, 'accountId', (account) =>
			seedAccountLogs(seed, account, sizes.accountLogs),
		),
		/** The first account log entry created with each idempotencyKey. */
		firstEntries: new Map<string, AccountLog>(),
		persons: new Collection('personId', persons),
		/** by personId */
		personLogs: childrenOf('personLogId', persons, 'personId', (person) =>
			seedPersonLogs(seed, person, sizes.personLogs),
		),
		pages: new Collection('pageId', pages),
		/** by pageId */
		audiences: childrenOf('audienceId', pages, 'pageId', (page) => audiencesOf.get(page)!),
		/** by audienceId */
		messages: childrenOf('messageId', audiences, 'audienceId', (audience) =>
			seedMessages(seed, audience, sizes.messages),
		),
		assets: new Collection('assetId', seedAssets(seed, sizes.assets)),
		pageLinks: new Collection('pageLinkId', seedPageLinks(seed, sizes.pageLinks, audiences, tenantDomainIds)),
		/** The fallback subdomain is what a list of page links without tenantDomainId looks at. */
		tenantDomainIds,
		topicIds,
		/** by topicId */
		topicEntries: childrenOf(
			'topicEntryId',
			topicIds.map((topicId) => ({ topicId })),
			'topicId',
			({ topicId }) => seedTopicEntries(seed, topicId, sizes.topicEntries),
		),
	};
}
