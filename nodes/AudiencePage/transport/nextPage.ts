import type { IDataObject } from 'n8n-workflow';

/** One page of a list. */
export interface Page {
	records: IDataObject[];
	/** How many records the list has, if the service tells. */
	totalCount?: number | null;
	/** Where the page stands in the list; undefined at its beginning. */
	cursor?: string;
	/** Where the list goes on, if it does and the service says where. */
	nextCursor?: string | null;
	hasMore: boolean;
}

/** What comes after a page: a page at `cursor`, or nobody knows what for the reason `broken`, or nothing. */
export interface NextPage {
	cursor?: string;
	broken?: string;
}

/** A cursor as it stands in a query, where a number is its digits; undefined if it cannot stand there. */
function cursorOf(nextCursor: unknown): string | undefined {
	if (typeof nextCursor === 'number') return String(nextCursor);
	return typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined;
}

const isNone = (nextCursor: unknown): boolean =>
	nextCursor === undefined || nextCursor === null || nextCursor === '' || nextCursor === false;

const isCount = (totalCount: unknown): totalCount is number =>
	Number.isSafeInteger(totalCount) && (totalCount as number) >= 0;

/**
 * What an answer says of the list beyond its records (service interface, section 4, paging convention).
 *
 * Whether there is more is told by `hasMore`, if that is true or false; whatever else it is, by whether
 * there is a next cursor.
 */
export function pageInfo({
	hasMore,
	nextCursor,
	totalCount,
}: IDataObject): Pick<Page, 'totalCount' | 'nextCursor' | 'hasMore'> {
	const isMore = typeof hasMore === 'boolean' ? hasMore : !isNone(nextCursor);
	return {
		totalCount: isCount(totalCount) ? totalCount : undefined,
		nextCursor: isMore ? cursorOf(nextCursor) : undefined,
		hasMore: isMore,
	};
}

/**
 * Where a list with cursors goes on.
 *
 * @param cursors where it was read so far
 */
export function nextPage({ hasMore, nextCursor }: Page, cursors: ReadonlySet<unknown>): NextPage {
	if (!hasMore) return {};
	if (typeof nextCursor !== 'string') {
		return { broken: 'the service reported more results but gave no cursor' };
	}
	return cursors.has(nextCursor)
		? { broken: 'the service returned the same cursor twice' }
		: { cursor: nextCursor };
}

/** Whether a list that has no cursor has more than its one page (service interface, section 4.10). */
export const isTruncated = ({ records, hasMore, totalCount }: Page): boolean =>
	hasMore || (totalCount ?? 0) > records.length;
