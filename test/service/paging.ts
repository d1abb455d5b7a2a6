/** The paging convention of section 4: opaque cursors, whole pages, an exact count. */
import { ServiceError } from './answers';
import type { AskedPage, Settings } from './settings';

export interface PageOf<T> {
	hasMore: boolean;
	items: T[];
	nextCursor: string | null;
	/** Null where the service does not tell. */
	totalCount: number | null;
}

/** The page of `records` that is asked for; throws a 400 that names what is wrong. */
export function pageOf<T>(records: readonly T[], asked: AskedPage, settings: Settings): PageOf<T> {
	if (settings.pageOf) return settings.pageOf(records, asked);
	const { arrange, defaultLimit, maxLimit, mostPerPage } = settings;
	const { cursor, limit: size = defaultLimit } = asked;
	if (!Number.isInteger(size) || size < 1 || size > maxLimit) {
		throw new ServiceError(400, `limit must be a whole number from 1 to ${maxLimit}`);
	}
	const start = cursor === undefined ? 0 : offsetOf(cursor);
	const end = start + Math.min(size, mostPerPage);
	const hasMore = end < records.length;
	return {
		hasMore,
		items: arrange(records).slice(start, end),
		nextCursor: hasMore ? cursorAt(end) : null,
		totalCount: records.length,
	};
}

/** The cursor of the page that begins with the record at `offset`. */
export const cursorAt = (offset: number): string =>
	Buffer.from(`offset:${offset}`).toString('base64url');

function offsetOf(cursor: string): number {
	const offset = /^offset:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
	if (offset === undefined) throw new ServiceError(400, 'cursor is not one that this service gave');
	return Number(offset);
}
