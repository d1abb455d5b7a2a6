import type { IExecutePaginationFunctions, IPollFunctions } from 'n8n-workflow';

import type { SerializedRecords } from './deliveredRecords';

/** What n8n stores for a trigger, in the workflow's static data. n8n can return an older one. */
export interface StoredState extends SerializedRecords {
	/** What was watched (see `watchKeyOf`). */
	watchKey: string;
	/** Whether records that existed at the start were delivered, or still are to be. */
	fromEverything: boolean;
	/** How many of the records that the list counts are in `entries`, if the list has a count. */
	knownCount?: number;
	/** Whether more was found than one poll delivers. The next poll then reads the whole list. */
	hasBacklog?: boolean;
	/** When it was last changed, in milliseconds; greater than in the state before. */
	changedAt: number;
}

/** Of the format. */
const VERSION = 1;

interface StaticDataState extends StoredState {
	version: number;
}

/** What a node remembers. */
export interface StaticData {
	/** Of the list that is watched. */
	state?: StaticDataState;
	/** In place of it, of all pages: the watch key of all together, and the state of each list by its own. */
	pages?: { watched: string; begun?: boolean; states: Record<string, StaticDataState> };
}

const staticDataOf = (context: IExecutePaginationFunctions | IPollFunctions) =>
	context.getWorkflowStaticData('node') as StaticData;

export const hasStoredState = (context: IExecutePaginationFunctions | IPollFunctions): boolean => {
	const { state, pages } = staticDataOf(context);
	return (state ?? pages) !== undefined;
};

/**
 * What n8n has stored: the state of a list, whichever it was, and that of the list of all pages with this watch key.
 * Without what is of another format.
 */
export function readStoredStates(context: IExecutePaginationFunctions, watchKey: string): StoredState[] {
	const { state, pages } = staticDataOf(context);
	return [state, pages?.states[watchKey]].filter((one) => one?.version === VERSION) as StoredState[];
}

/** Without what is undefined: n8n compares it with what it has stored, as JSON, to see whether to store it. */
const asJson = (state: StaticDataState): StaticDataState =>
	Object.fromEntries(
		Object.entries(state).filter(([, value]) => value !== undefined),
	) as unknown as StaticDataState;

/**
 * n8n saves it to its database when the poll delivers something, and when the workflow is published.
 *
 * @param allPages the watch key of all pages, if the list is that of one of them
 * @param hasDelivered whether the poll delivers records; if not, a state that is the same is left as it is
 */
export function writeStoredState(
	context: IExecutePaginationFunctions,
	stored: StoredState,
	{ allPages, hasDelivered }: { allPages?: string; hasDelivered: boolean },
): void {
	const staticData = staticDataOf(context);
	const state = asJson({
		version: VERSION,
		watchKey: stored.watchKey,
		fromEverything: stored.fromEverything,
		entries: stored.entries,
		fields: stored.fields,
		fieldFingerprints: stored.fieldFingerprints,
		knownCount: stored.knownCount,
		hasBacklog: stored.hasBacklog === true ? true : undefined,
		changedAt: stored.changedAt,
	});
	// What is watched now is the only memory: an older one of the same list would deliver its records again.
	if (allPages === undefined) {
		if (hasDelivered || !isSame(staticData.state, state)) staticData.state = state;
		delete staticData.pages;
		return;
	}
	const pages = staticData.pages?.watched === allPages ? staticData.pages : { watched: allPages, states: {} };
	const { states }: { states: Record<string, StaticDataState> } = pages;
	if (!hasDelivered && isSame(states[stored.watchKey], state)) return;
	states[stored.watchKey] = state;
	// n8n notices a change of the node's own data only, not within what was put there.
	staticData.pages = pages;
}

/** Whether they differ in nothing but when they were changed: then n8n has nothing to save. */
const isSame = (one: Partial<StaticDataState> = {}, other: StaticDataState): boolean =>
	(Object.keys({ ...one, ...other }) as Array<keyof StaticDataState>).every(
		(name) => name === 'changedAt' || String(one[name]) === String(other[name]),
	);

/** Whether all pages with this watch key were read at least once. */
export const hasBegunAllPages = (context: IExecutePaginationFunctions, watchKey: string): boolean => {
	const { pages } = staticDataOf(context);
	return pages?.watched === watchKey && pages.begun === true;
};

/** Stores that all pages were read. What was stored of a single list before is not watched any more. */
export function beginAllPages(context: IExecutePaginationFunctions, watchKey: string): void {
	const staticData = staticDataOf(context);
	delete staticData.state;
	if (staticData.pages?.watched !== watchKey) staticData.pages = { watched: watchKey, states: {} };
	if (!staticData.pages.begun) staticData.pages.begun = true;
}
