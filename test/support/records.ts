/** Records of a sandbox for tests to ask for. */
import type { Store } from '../service/store';

/** The record at that place; throws if there is none, for a test that asks for nothing proves nothing. */
export function nth<T>(records: readonly T[], index = 0): T {
	const record = records[index];
	if (record === undefined) throw new Error(`The sandbox has no such record at ${index}`);
	return record;
}

/** The IDs of the first record of each kind, each within the first of its parents, and the person's email. */
export function firstIds({ accounts, accountLogs, pages, audiences, messages, persons, ...store }: Store) {
	const { accountId } = nth(accounts.all());
	const { pageId } = nth(pages.all());
	const { audienceId } = nth(audiences.of(pageId).all());
	const withSnapshot = messages
		.of(audienceId)
		.all()
		.filter(({ hasSnapshot }) => hasSnapshot);
	const topicId = nth(store.topicIds);
	const { personId, email } = nth(persons.all());
	return {
		accountId,
		accountLogId: nth(accountLogs.of(accountId).all()).accountLogId,
		pageId,
		audienceId,
		/** Of a message that can be restored. */
		messageId: nth(withSnapshot).messageId,
		personId,
		email: email ?? '',
		topicId,
		topicEntryId: nth(store.topicEntries.of(topicId).all()).topicEntryId,
	};
}
