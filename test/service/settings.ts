import { noFaults, type Faults } from './faults/settings';

/** What a test can change while the sandbox runs. */
export interface Settings {
	/** A repeated idempotencyKey: the first entry again, 409, or a second entry. */
	idempotency: 'first' | 'conflict' | 'ignore';
	/** Which text fields a search looks at. */
	searchCovers: 'all' | 'namesAndEmails';
	/** How long a new record stays out of the searches, in milliseconds. */
	searchDelayMs: number;
	/** The page size where a request has no limit. */
	defaultLimit: number;
	/** A greater limit is refused with 400. */
	maxLimit: number;
	/** None by default. */
	faults: Faults;
}

export function defaultSettings(): Settings {
	return {
		idempotency: 'first',
		searchCovers: 'all',
		searchDelayMs: 0,
		defaultLimit: 25,
		maxLimit: 1000,
		faults: noFaults(),
	};
}
