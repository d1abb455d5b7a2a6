/** What a handler gets: one request that the document allows, and the service's state. */
import { ServiceError, type Answer } from '../answers';
import { pageOf, type PageOf } from '../paging';
import type { AskedPage, Settings } from '../settings';
import type { Store } from '../store';

/** The path parameters of the operation. */
export type PathParams = Partial<Record<string, string>>;

/**
 * The query parameters of all operations; the document lets through those of the operation only.
 */
export type Query = Partial<Record<string, string>> & { limit?: number };

/** One request. */
export interface Call {
	params: PathParams;
	query: Query;
	body: unknown;
}

/** The state of a sandbox, and what new records are made with. */
export interface Service {
	store: Store;
	settings: Settings;
	/** The present as a timestamp of the interface. */
	timestamp: () => string;
	/** An id for a new record of the kind that `prefix` names. */
	newId: (prefix: string) => string;
}

/** Carries an operation out: changes the state, or throws a `ServiceError`. */
export type Handler = (call: Call, service: Service) => Answer;

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });

/** The record that a path names; a 404 that says what was looked for if there is none. */
export function found<T>(
	records: { get(id: string): T | undefined },
	kind: string,
	params: PathParams,
): T {
	const id = String(params[`${kind}_id`]);
	const record = records.get(id);
	if (record === undefined)
		throw new ServiceError(404, `${kind.replace('_', ' ')} ${id} not found`);
	return record;
}

/** Fields that a search looks at; what is not there is found by no text. */
const SEARCHED = {
	persons: ['name', 'email', 'domain', 'slug', 'phoneNumber', 'linkedinProfileUrl'],
	pages: ['name', 'title', 'pageContext'],
	assets: ['name', 'purpose', 'aiDescription', 'tags'],
};

/** A page of the records in which a text is found, upper and lower case alike. */
export function pageOfFound<T extends { createdAt: string }>(
	kind: keyof typeof SEARCHED,
	records: readonly T[],
	asked: AskedPage,
	{ settings }: Service,
): PageOf<T> {
	const { searchDelayMs } = settings;
	const isSeen = ({ createdAt }: T) => Number(createdAt) + searchDelayMs <= Date.now();
	const seen = searchDelayMs === 0 ? records : records.filter(isSeen);
	if (asked.query === undefined || asked.query === '') return pageOf(seen, asked, settings);
	const query = asked.query.toLowerCase();
	const textsOf = (record: Record<string, unknown>) =>
		SEARCHED[kind].flatMap((field) => (record[field] ?? []) as string | string[]);
	const isFound = (record: T) => textsOf(record).some((text) => text.toLowerCase().includes(query));
	return pageOf(seen.filter(isFound), asked, settings);
}

/** Of a search of which section 4 says that totalCount may be null. */
export const uncounted = <T>(page: PageOf<T>, { settings }: Service): PageOf<T> =>
	settings.countsSearches ? page : { ...page, totalCount: null };
