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
	/** When a record was last added, in milliseconds; greater than in the state before. Version 1.0.0 has none. */
	changedAt?: number;
}

/** Of the format. */
const VERSION = 1;

/** The same in static data, whose names stay: workflows that were saved with them go on. */
interface StaticDataState {
	version: number;
	watched: string;
	fromEverything: boolean;
	delivered: string;
	marks?: string;
	count?: number;
	changedAt?: number;
}

const staticDataOf = (context: IExecutePaginationFunctions | IPollFunctions) =>
	context.getWorkflowStaticData('node') as { state?: StaticDataState };

export const hasStoredState = (context: IPollFunctions): boolean => 'state' in staticDataOf(context);

/** @returns undefined if n8n has none, or one of another format */
export function readStoredState(context: IExecutePaginationFunctions): StoredState | undefined {
	const { state } = staticDataOf(context);
	if (state?.version !== VERSION) return undefined;
	const { watched, fromEverything, delivered, marks, count, changedAt } = state;
	return {
		watchKey: watched,
		fromEverything,
		entries: delivered,
		fingerprints: marks,
		knownCount: count,
		changedAt,
	};
}

/** n8n saves it to its database when the poll delivers something, and when the workflow is published. */
export function writeStoredState(context: IExecutePaginationFunctions, stored: StoredState): void {
	const { watchKey, fromEverything, entries, fingerprints, knownCount, changedAt } = stored;
	staticDataOf(context).state = {
		version: VERSION,
		watched: watchKey,
		fromEverything,
		delivered: entries,
		marks: fingerprints,
		count: knownCount,
		changedAt,
	};
}
