/** The state a sandbox starts with: the same for the same seed and sizes. */
import type { AccountLog } from '../records';
import { Children, Collection } from '../store';
import { seedAssets, seedPageLinks, seedTopicEntries, tenantDomainIdsOf, topicIdsOf } from './content';
import { seedAudiences, seedMessages, seedPages } from './pages';
import { seedAccountLogs, seedAccounts, seedPersonLogs, seedPersons } from './people';
import type { Sizes } from './sizes';

/** A store of its own for each call, with these numbers of records. */
export function seedStore(seed: number, sizes: Sizes) {
	const accounts = seedAccounts(seed, sizes.accounts);
	const accountIds = accounts.map(({ accountId }) => accountId);
	const persons = seedPersons(seed, sizes.persons, sizes.accounts);
	const personIds = persons.map(({ personId }) => personId);
	const pages = seedPages(seed, sizes.pages);
	const pageIds = pages.map(({ pageId }) => pageId);
	const firstPersons = persons.slice(0, 1000);
	const ofPages = pages.map((page) => seedAudiences(seed, page, sizes.audiences, firstPersons));
	const audiences = ofPages.flat();
	const audienceIds = audiences.map(({ audienceId }) => audienceId);
	const tenantDomainIds = tenantDomainIdsOf(seed);
	const topicIds = topicIdsOf(seed, sizes.topics);
	return {
		accounts: new Collection('accountId', accounts),
		/** by accountId */
		accountLogs: new Children('accountLogId', accountIds, (n) =>
			seedAccountLogs(seed, accounts[n]!, sizes.accountLogs),
		),
		/** The first account log entry created with each idempotencyKey. */
		firstEntries: new Map<string, AccountLog>(),
		persons: new Collection('personId', persons),
		/** by personId */
		personLogs: new Children('personLogId', personIds, (n) =>
			seedPersonLogs(seed, persons[n]!, sizes.personLogs),
		),
		pages: new Collection('pageId', pages),
		/** by pageId */
		audiences: new Children('audienceId', pageIds, (n) => ofPages[n]!),
		/** by audienceId */
		messages: new Children('messageId', audienceIds, (n) =>
			seedMessages(seed, audiences[n]!, sizes.messages),
		),
		assets: new Collection('assetId', seedAssets(seed, sizes.assets)),
		pageLinks: new Collection('pageLinkId', seedPageLinks(seed, sizes.pageLinks, audiences, tenantDomainIds)),
		/** The fallback subdomain is what a list of page links without tenantDomainId looks at. */
		tenantDomainIds,
		topicIds,
		/** by topicId */
		topicEntries: new Children('topicEntryId', topicIds, (n) =>
			seedTopicEntries(seed, topicIds[n]!, sizes.topicEntries),
		),
	};
}
