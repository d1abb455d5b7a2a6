/** The sandbox that the two engines are compared on, and records of it to ask for. */
import { seedStore } from '../../../../service/seed';
import { DEFAULT_SIZES } from '../../../../service/seed/sizes';
import { byId } from '../../../../support/locators';
import { firstIds } from '../../../../support/records';

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

export const accounts = store.accounts.all();
export const { accountId, accountLogId, pageId, audienceId, messageId, personId, topicId, topicEntryId } =
	firstIds(store);
export const ofAudience = { pageId: byId(pageId), audienceId: byId(audienceId) };

/** Items that carry an ID each. */
export const rowsOf = (ids: readonly string[]) => ids.map((id) => ({ id }));
