/** What a handler gets: one request that the document allows, and the service's state. */
import { ServiceError, type Answer } from '../answers';
import { pageOf, type PageOf } from '../paging';
import { search, SEARCHED } from '../search';
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
	/** Epoch milliseconds. */
	now: () => number;
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

/** A part of the records in which a text is found. */
export const pageOfFound = <T extends { createdAt: string }>(
	kind: keyof typeof SEARCHED,
	records: readonly T[],
	{ query, ...rest }: AskedPage & { query?: string },
	{ settings, now }: Service,
): PageOf<T> =>
	pageOf(search(records, query, SEARCHED[kind], settings, now()), { query, ...rest }, settings);

/** Of a search of which section 4 says that totalCount may be null. */
export const uncounted = <T>(page: PageOf<T>, { settings }: Service): PageOf<T> =>
	settings.countsSearches ? page : { ...page, totalCount: null };
