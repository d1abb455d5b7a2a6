import { pageOf, type PageOf } from '../paging';
import type { LogEntry } from '../records';
import type { Settings } from '../settings';
import type { Query } from './call';

/** The page of a log that a query asks for: without the deleted entries, unless `includeDeleted` is `true`. */
export function pageOfLog<T extends LogEntry>(
	entries: readonly T[],
	query: Query,
	settings: Settings,
): PageOf<T> {
	const asked =
		query.includeDeleted === 'true' ? entries : entries.filter(({ deletedAt }) => deletedAt === null);
	return pageOf(asked, query, settings);
}
