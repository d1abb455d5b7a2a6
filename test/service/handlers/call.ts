/** What a handler gets: one request that the document allows, and the service's state. */
import type { Answer } from '../answers';
import type { Settings } from '../settings';
import type { Store } from '../store';

type Ids = 'account' | 'account_log' | 'person' | 'page' | 'audience' | 'message' | 'topic' | 'topic_entry';

/** The path parameters of all operations; a handler reads those of its own path. */
export type PathParams = Record<`${Ids}_id`, string>;

type Texts = 'cursor' | 'query' | 'includeDeleted' | 'startDate' | 'endDate';
type ContentTexts = 'assetType' | 'pageId' | 'path' | 'tenantDomainId';

/** The query parameters of all operations; the document lets through those of the operation only. */
export type Query = Partial<Record<Texts | ContentTexts, string>> & { limit?: number };

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
