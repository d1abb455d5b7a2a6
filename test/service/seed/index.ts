/** The state a sandbox starts with: the same for the same sizes. */
import type { AccountLog } from '../records';
import { Children, Collection } from '../store';
import {
	seedAssets,
	seedPageLinks,
	seedTopicEntries,
	tenantDomainIdsOf,
	topicIdsOf,
} from './content';
import { seedAudiences, seedMessages, seedPages } from './pages';
import { seedAccountLogs, seedAccounts, seedPersonLogs, seedPersons } from './people';

/**
 * How many records a sandbox starts with: a few of everything, and more people than fit on two
 * pages.
 */
const DEFAULT_SIZES = {
	accounts: 20,
	/** per account */
	accountLogs: 3,
	persons: 60,
	/** per person */
	personLogs: 3,
	pages: 5,
	/** per page */
	audiences: 4,
	/** per audience */
	messages: 4,
	/** All of them in the trash. */
	assets: 12,
	pageLinks: 10,
	topics: 3,
	/** per topic */
	topicEntries: 6,
};

export type Sizes = typeof DEFAULT_SIZES;

/** A store of its own for each call, with these numbers of records in place of the default ones. */
export function seedStore(asked: Partial<Sizes> = {}) {
	const sizes = { ...DEFAULT_SIZES, ...asked };
	const accounts = seedAccounts(sizes.accounts);
	const accountIds = accounts.map(({ accountId }) => accountId);
	const persons = seedPersons(sizes.persons, sizes.accounts);
	const personIds = persons.map(({ personId }) => personId);
	const pages = seedPages(sizes.pages);
	const pageIds = pages.map(({ pageId }) => pageId);
	const firstPersons = persons.slice(0, 1000);
	const ofPages = pages.map((page) => seedAudiences(page, sizes.audiences, firstPersons));
	const audiences = ofPages.flat();
	const audienceIds = audiences.map(({ audienceId }) => audienceId);
	const tenantDomainIds = tenantDomainIdsOf();
	const topicIds = topicIdsOf(sizes.topics);
	return {
		accounts: new Collection('accountId', accounts),
		/** by accountId */
		accountLogs: new Children('accountLogId', accountIds, (n) =>
			seedAccountLogs(accounts[n]!, sizes.accountLogs),
		),
		/** The first account log entry created with each idempotencyKey. */
		firstEntries: new Map<string, AccountLog>(),
		persons: new Collection('personId', persons),
		/** by personId */
		personLogs: new Children('personLogId', personIds, (n) =>
			seedPersonLogs(persons[n]!, sizes.personLogs),
		),
		pages: new Collection('pageId', pages),
		/** by pageId */
		audiences: new Children('audienceId', pageIds, (n) => ofPages[n]!),
		/** by audienceId */
		messages: new Children('messageId', audienceIds, (n) =>
			seedMessages(audiences[n]!, sizes.messages),
		),
		assets: new Collection('assetId', seedAssets(sizes.assets)),
		pageLinks: new Collection(
			'pageLinkId',
			seedPageLinks(sizes.pageLinks, audiences, tenantDomainIds),
		),
		/** The fallback subdomain is what a list of page links without tenantDomainId looks at. */
		tenantDomainIds,
		topicIds,
		/** by topicId */
		topicEntries: new Children('topicEntryId', topicIds, (n) =>
			seedTopicEntries(topicIds[n]!, sizes.topicEntries),
		),
	};
}
