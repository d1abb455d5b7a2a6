/** Records of a sandbox for tests to ask for. */
import type { Store } from '../service/store';

/**
 * The record at that place; throws if there is none, for a test that asks for nothing proves
 * nothing.
 */
export function nth<T>(records: readonly T[], index = 0): T {
	const record = records[index];
	if (record === undefined) throw new Error(`The sandbox has no such record at ${index}`);
	return record;
}

/**
 * The IDs of the n-th record of each kind, of the n-th parents; audiences may be those of another
 * page.
 */
export function idsAt(n: number, store: Store, talkedPageId = nth(store.pages.all(), n).pageId) {
	const { accountId } = nth(store.accounts.all(), n);
	const { audienceId } = nth(store.audiences.of(talkedPageId).all(), n);
	const messages = store.messages.of(audienceId).all();
	const { personId, email } = nth(store.persons.all(), n);
	const topicId = nth(store.topicIds, n);
	return {
		accountId,
		accountLogId: nth(store.accountLogs.of(accountId).all(), n).accountLogId,
		pageId: nth(store.pages.all(), n).pageId,
		audienceId,
		/** Of a message that can be restored. */
		messageId: nth(messages.filter(({ hasSnapshot }) => hasSnapshot)).messageId,
		personId,
		email: email ?? '',
		topicId,
		topicEntryId: nth(store.topicEntries.of(topicId).all(), n).topicEntryId,
	};
}

export const firstIds = (store: Store) => idsAt(0, store);
