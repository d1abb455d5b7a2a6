import type { IDataObject } from 'n8n-workflow';

/** One page of a list. */
export interface Page {
	records: IDataObject[];
	/** How many records the list has, if the service tells. */
	totalCount?: number | null;
	/** Where the page stands in the list; undefined at its beginning. */
	cursor?: string;
	/** Where the list goes on, as the service gave it. */
	nextCursor?: string | null;
	hasMore: boolean;
}

/** What comes after a page: a page at `cursor`, or nobody knows what for the reason `broken`, or nothing. */
export interface Next {
	cursor?: string;
	broken?: string;
}

/**
 * Where a list with cursors goes on (service interface, section 4, paging convention).
 *
 * @param cursors where it was read so far
 */
export function nextOf({ hasMore, nextCursor }: Page, cursors: ReadonlySet<unknown>): Next {
	if (!hasMore) return {};
	if (typeof nextCursor !== 'string' || nextCursor === '') {
		return { broken: 'the service says that there is more, but not where it goes on' };
	}
	return cursors.has(nextCursor) ? { broken: 'the service goes round in circles' } : { cursor: nextCursor };
}

/** Whether a list that has no cursor has more than its one page (service interface, section 4.10). */
export const goesOn = ({ records, hasMore, totalCount }: Page): boolean =>
	hasMore || (totalCount ?? 0) > records.length;
