import type { Answer } from './answers';
import { noFaults, type Faults } from './faults';
import type { PageOf } from './paging';
import type { RecordedRequest } from './recording';

/** What a request for a list says of the part that it wants. */
export interface AskedPage {
	cursor?: string;
	limit?: number;
	query?: string;
}

/** What a test can change while the sandbox runs. */
export interface Settings {
	/** A repeated idempotencyKey: the first entry again, 409, or a second entry. */
	idempotency: 'first' | 'conflict' | 'ignore';
	/** How long a new record stays out of the searches, in milliseconds. */
	searchDelayMs: number;
	/** The page size where a request has no limit. */
	defaultLimit: number;
	/** A greater limit is refused with 400. */
	maxLimit: number;
	/**
	 * A page has no more records than these, whatever limit asks for: the service keeps to it
	 * silently.
	 */
	mostPerPage: number;
	/**
	 * The order of lists. It is asked again for each page: the same records have to come in the same
	 * order.
	 */
	arrange: <T>(records: readonly T[]) => readonly T[];
	/** Another way to page than that of `paging.ts`. */
	pageOf?: <T>(records: readonly T[], asked: AskedPage) => PageOf<T>;
	/**
	 * Whether person search and page search tell totalCount; of the other lists it is always told.
	 */
	countsSearches: boolean;
	/** Keys that it takes beside its own. */
	otherApiKeys: string[];
	/** None by default. */
	faults: Faults;
	/**
	 * Called before anything is done about a request, which sees what is changed and waits for what
	 * is returned.
	 */
	onRequest: (request: RecordedRequest) => void | Promise<void>;
	/** Called next: an answer that comes instead of doing anything. */
	instead: (request: RecordedRequest) => Answer | undefined;
	/** Called with the answer, which it may change, before a fault spoils it. */
	onAnswer: (request: RecordedRequest, answer: Answer) => void;
}

/** What a sandbox starts with: a service without faults, quirks or delays. */
export const defaultSettings = (): Settings => ({
	idempotency: 'first',
	searchDelayMs: 0,
	defaultLimit: 25,
	maxLimit: 1000,
	mostPerPage: Infinity,
	arrange: (records) => records,
	pageOf: undefined,
	countsSearches: true,
	otherApiKeys: [],
	faults: noFaults(),
	onRequest: () => {},
	instead: () => undefined,
	onAnswer: () => {},
});
