import type { IDataObject } from 'n8n-workflow';

import type { Answer } from './exchange';

/** The members of a page beside its items, as a service without deviations gives them. */
export interface Page {
	items: IDataObject[];
	hasMore: boolean;
	nextCursor: string | null;
	totalCount: number;
}

/** How the service pages; each member deviates from its plainest way. */
export interface Paging {
	/** Records of a page, however many are asked for. */
	largest?: number;
	/** A greater `limit` is refused, with this status, on this page (counted from 0) and those after it. */
	refusal?: { above: number; status: number; from: number };
	/** Pages, counted from 0, that have no record and go on. */
	empty?: number[];
	/** Records of a page that come again at the beginning of the next. */
	overlap?: number;
	/** The first readings of a list, but not of a search, end before its last records; these are counted. */
	ending?: { readings: number; before: number };
	/** Each reading of a list has an order of its own. */
	isShuffled?: boolean;
	cursor?: (place: number) => string;
	/** What the service gives as the count of the list, if that is more than there is. */
	claimed?: number;
	/** What becomes of a page before it goes out. */
	shape?: Array<(page: Page) => object>;
}

const DEFAULT_LIMIT = 20;

/** How far a reading of a list has come. */
interface Place {
	records: IDataObject[];
	/** How many records the list has, beside those that are left out too. */
	count: number;
	from: number;
	page: number;
}

/** The lists that are being read: a cursor belongs to the list as it was when its first page was read. */
export class Reading {
	private readonly places = new Map<string, Place>();
	private readings = 0;

	/** The page that a request asks for (service interface, section 4, paging convention). */
	page(records: IDataObject[], query: URLSearchParams, paging: Paging): Answer {
		const cursor = query.get('cursor');
		const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
		const { refusal } = paging;
		const place = cursor === null ? this.begin(records, query, paging) : this.places.get(cursor);
		if (place === undefined) return { status: 400, body: { message: `No list goes on at ${cursor}` } };
		if (refusal && query.has('limit') && limit > refusal.above && place.page >= refusal.from) {
			return { status: refusal.status, body: { message: `limit must be ${refusal.above} at most` } };
		}

		const isEmpty = paging.empty?.includes(place.page) ?? false;
		const size = isEmpty ? 0 : Math.min(limit, paging.largest ?? Infinity);
		const items = place.records.slice(place.from, place.from + size);
		const end = place.from + size;
		const hasMore = end < place.records.length;
		// A page that gives nothing new would never come to an end.
		const overlap = Math.min(paging.overlap ?? 0, Math.max(0, size - 1));
		const next: Place = { ...place, from: end - overlap, page: place.page + 1 };
		const page: Page = {
			items,
			hasMore,
			nextCursor: hasMore ? this.cursorTo(next, paging) : null,
			totalCount: place.count,
		};
		const body = (paging.shape ?? []).reduce<object>((shaped, shape) => shape(shaped as Page), page);
		return { status: 200, body };
	}

	private begin(records: IDataObject[], query: URLSearchParams, { isShuffled, ending }: Paging): Place {
		const reading = this.readings++;
		const turned = isShuffled ? (reading * 7) % Math.max(1, records.length) : 0;
		const order = [...records.slice(turned), ...records.slice(0, turned)];
		const isShort = ending !== undefined && !query.has('query') && reading < ending.readings;
		const listed = isShort ? order.slice(0, Math.max(0, order.length - ending.before)) : order;
		return { records: listed, count: order.length, from: 0, page: 0 };
	}

	private cursorTo(place: Place, { cursor = String }: Paging): string {
		const name = cursor(this.places.size + 1);
		this.places.set(name, place);
		return name;
	}
}
