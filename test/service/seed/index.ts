/** The state a sandbox starts with: the same for the same seed and sizes. */
import { Children, Collection, type Store } from '../store';
import { seedAssets, seedPageLinks, seedTenantDomainIds, seedTopicEntries, seedTopicIds } from './content';
import { seedAudiences, seedMessages, seedPages } from './pages';
import { seedAccountLogs, seedAccounts, seedPersonLogs, seedPersons } from './people';
import type { Sizes } from './sizes';

/** Nothing for a record that a test created, the seeded children for a seeded one. */
function childrenOf<P, T>(
	parents: readonly P[],
	idOf: (parent: P) => string,
	make: (parent: P) => T[],
): (id: string) => T[] {
	const seeded = new Map(parents.map((parent) => [idOf(parent), parent]));
	return (id) => {
		const parent = seeded.get(id);
		return parent === undefined ? [] : make(parent);
	};
}

/** A store of its own for each call, with these numbers of records. */
export function seedStore(seed: number, sizes: Sizes): Store {
	const accounts = seedAccounts(seed, sizes.accounts);
	const persons = seedPersons(seed, sizes.persons, sizes.accounts);
	const pages = seedPages(seed, sizes.pages);
	const firstPersons = persons.slice(0, 1000);
	const audiencesOf = pages.map((page) => seedAudiences(seed, page, sizes.audiences, firstPersons));
	const audiences = audiencesOf.flat();
	const tenantDomainIds = seedTenantDomainIds(seed);
	const topicIds = seedTopicIds(seed, sizes.topics);
	const ofPage = new Map(pages.map((page, n) => [page.pageId, audiencesOf[n]!]));
	return {
		accounts: new Collection((account) => account.accountId, accounts),
		accountLogs: new Children(
			(entry) => entry.accountLogId,
			childrenOf(
				accounts,
				(account) => account.accountId,
				(account) => seedAccountLogs(seed, account, sizes.accountLogs),
			),
		),
		firstEntries: new Map(),
		persons: new Collection((person) => person.personId, persons),
		personLogs: new Children(
			(entry) => entry.personLogId,
			childrenOf(
				persons,
				(person) => person.personId,
				(person) => seedPersonLogs(seed, person, sizes.personLogs),
			),
		),
		pages: new Collection((page) => page.pageId, pages),
		audiences: new Children(
			(audience) => audience.audienceId,
			(pageId) => ofPage.get(pageId) ?? [],
		),
		messages: new Children(
			(message) => message.messageId,
			childrenOf(
				audiences,
				(audience) => audience.audienceId,
				(audience) => seedMessages(seed, audience, sizes.messages),
			),
		),
		assets: new Collection((asset) => asset.assetId, seedAssets(seed, sizes.assets)),
		pageLinks: new Collection(
			(link) => link.pageLinkId,
			seedPageLinks(seed, sizes.pageLinks, audiences, tenantDomainIds),
		),
		tenantDomainIds,
		topicIds,
		topicEntries: new Children(
			(entry) => entry.topicEntryId,
			childrenOf(
				topicIds,
				(topicId) => topicId,
				(topicId) => seedTopicEntries(seed, topicId, sizes.topicEntries),
			),
		),
	};
}
