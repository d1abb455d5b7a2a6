/** The sandbox that the two engines are compared on, and records of it to ask for. */
import { seedStore } from '../../../../service/seed';
import { DEFAULT_SIZES } from '../../../../service/seed/sizes';
import { byId } from '../../../../support/locators';

export const SEED = 1;
/** Lists of several pages. */
export const SIZES = {
	...DEFAULT_SIZES,
	accountLogs: 130,
	assets: 120,
	pages: 12,
	pageLinks: 180,
	persons: 230,
};

export const store = seedStore(SEED, SIZES);

export const first = <T>([record]: readonly T[]): T => {
	if (record === undefined) throw new Error('The sandbox has no such record');
	return record;
};

export const domains = store.accounts.all().map(({ domain }) => domain);
export const { accountId, domain } = first(store.accounts.all());
export const { accountLogId } = first(store.accountLogs.of(accountId).all());
export const { pageId } = first(store.pages.all());
export const { audienceId } = first(store.audiences.of(pageId).all());
export const messageIds = store.messages
	.of(audienceId)
	.all()
	.filter(({ hasSnapshot }) => hasSnapshot)
	.map(({ messageId }) => messageId);
export const { personId } = first(store.persons.all());
export const topicId = first(store.topicIds);
export const { topicEntryId } = first(store.topicEntries.of(topicId).all());
export const ofAudience = { pageId: byId(pageId), audienceId: byId(audienceId) };

/** Items that carry an ID each. */
export const rowsOf = (ids: readonly string[]) => ids.map((id) => ({ id }));
