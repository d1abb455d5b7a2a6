import { ServiceError } from '../service/answers';
import type { PageOf } from '../service/paging';
import type { AskedPage, Settings } from '../service/settings';

/** How the service pages; each member deviates from its plainest way. */
export interface Paging {
	/** Records of a page, however many are asked for. */
	largest?: number;
	/**
	 * A greater `limit` is refused, with this status, on this page (counted from 0) and those after
	 * it.
	 */
	refusal?: { above: number; status: number; from: number };
	/** Pages, counted from 0, that have no record and go on. */
	empty?: number[];
	/** Records of a page that come again at the beginning of the next. */
	overlap?: number;
	/**
	 * The first readings of a list, but not of a search, end before its last records; these are
	 * counted.
	 */
	ending?: { readings: number; before: number };
	/** Each reading of a list has an order of its own. */
	isShuffled?: boolean;
	cursor?: (place: number) => string;
	/** What it gives as the count of each list, if that is more than there is. */
	count?: number;
}

const DEFAULT_LIMIT = 20;

/**
 * Pages so. A cursor belongs to the list as it was when its first page was read, and to how far
 * that has come.
 */
export function pagerOf(paging: Paging): NonNullable<Settings['pageOf']> {
	const places = new Map<
		string,
		{ records: readonly unknown[]; count: number; from: number; page: number }
	>();
	let readings = 0;

	const begin = (records: readonly unknown[], isSearch: boolean) => {
		const { ending, isShuffled } = paging;
		const reading = readings++;
		const turned = isShuffled ? (reading * 7) % Math.max(1, records.length) : 0;
		const order = [...records.slice(turned), ...records.slice(0, turned)];
		const isShort = ending !== undefined && !isSearch && reading < ending.readings;
		const listed = isShort ? order.slice(0, Math.max(0, order.length - ending.before)) : order;
		return { records: listed, count: order.length, from: 0, page: 0 };
	};

	return <T>(records: readonly T[], asked: AskedPage): PageOf<T> => {
		const { largest = Infinity, refusal, empty = [], overlap = 0, cursor = String } = paging;
		const { limit = DEFAULT_LIMIT } = asked;
		const isFirst = asked.cursor === undefined;
		const place = isFirst
			? begin(records, asked.query !== undefined)
			: places.get(asked.cursor ?? '');
		if (place === undefined) throw new ServiceError(400, `No list goes on at ${asked.cursor}`);
		if (
			refusal &&
			asked.limit !== undefined &&
			limit > refusal.above &&
			place.page >= refusal.from
		) {
			throw new ServiceError(refusal.status, `limit must be ${refusal.above} at most`);
		}
		const size = empty.includes(place.page) ? 0 : Math.min(limit, largest);
		const end = place.from + size;
		const items = place.records.slice(place.from, end) as T[];
		const hasMore = end < place.records.length;
		const page = { items, hasMore, nextCursor: null, totalCount: paging.count ?? place.count };
		if (!hasMore) return page;
		const nextCursor = cursor(places.size + 1);
		// A page that gives nothing new would never come to an end.
		const from = end - Math.min(overlap, Math.max(0, size - 1));
		places.set(nextCursor, { ...place, from, page: place.page + 1 });
		return { ...page, nextCursor };
	};
}
