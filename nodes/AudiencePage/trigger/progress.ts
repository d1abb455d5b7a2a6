import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { DeliveredRecords, type Layout } from './deliveredRecords';
import { nodeKeyOf, processState, type Progress, type ReadHistory } from './processState';
import { readStoredStates, writeStoredState, type StoredState } from './storedState';

/** A list whose progress is kept. */
export interface WatchedList {
	/** See `watchKeysOf`. */
	watchKeys: [string, ...string[]];
	/** Whether the node watches others too. */
	isOneOfSeveral?: boolean;
	fromEverything: boolean;
	layout: Layout;
	/** The fields that have fingerprints of their own. */
	fields?: readonly string[];
}

/** For a process that has not read the list yet: a full read is due. */
const NOT_READ_YET: ReadHistory = { pollsSinceFullRead: Infinity, polledAt: 0, fullReadAt: 0 };

const historyOf = ({ pollsSinceFullRead, polledAt, fullReadAt, resumeCursor }: ReadHistory): ReadHistory => ({
	pollsSinceFullRead,
	polledAt,
	fullReadAt,
	resumeCursor,
});

/** Where the state of a list is kept in this process. */
const listKeyOf = (
	context: IExecutePaginationFunctions,
	{ isOneOfSeveral = false, watchKeys: [watchKey] }: WatchedList,
): string => (isOneOfSeveral ? `${nodeKeyOf(context)} ${watchKey}` : nodeKeyOf(context));

const hasSameRecords = (one: StoredState, other: StoredState): boolean =>
	one.entries === other.entries &&
	one.fingerprints === other.fingerprints &&
	one.fieldFingerprints === other.fieldFingerprints;

const changedAtOf = ({ changedAt = 0 }: StoredState): number => changedAt;

/**
 * The progress from which a poll continues: that of the newest state of this list.
 *
 * n8n can return an older state, or none: an execution of the same workflow that uses static data writes it
 * back as it was when that execution began. So the newest state that n8n has returned to this process counts
 * as well, because its records were delivered. A state that was saved but never returned does not: n8n drops the
 * records of a poll together with its state when the workflow is published meanwhile, and when another process has
 * taken over. A baseline does count: with durable cursors, n8n does not keep what the poll of a publication saves.
 *
 * @returns undefined if there is none, so that the trigger starts over
 */
export async function loadProgress(
	context: IExecutePaginationFunctions,
	list: WatchedList,
): Promise<Progress | undefined> {
	const { watchKeys, fromEverything, layout, fields = [] } = list;
	const listKey = listKeyOf(context, list);
	const { newestLoaded, ...kept } = processState.lists.get(listKey) ?? {};
	const lastSaved =
		kept.lastSaved && watchKeys.includes(kept.lastSaved.watchKey) ? kept.lastSaved : undefined;
	const baseline = lastSaved?.isBaseline ? lastSaved : undefined;
	const [newest] = [...readStoredStates(context, watchKeys), newestLoaded, baseline]
		.filter((state) => state !== undefined)
		.filter(({ watchKey }) => watchKeys.includes(watchKey))
		// Switching from Now to Everything starts over; switching back does not.
		.filter((state) => state.fromEverything || !fromEverything)
		.sort((one, other) => changedAtOf(other) - changedAtOf(one));
	if (newest === undefined) {
		processState.lists.delete(listKey);
		return undefined;
	}
	const isLastSaved = lastSaved !== undefined && hasSameRecords(lastSaved, newest);
	const hasAllFields = fields.every((field) => newest.fields?.includes(field));
	const history = hasAllFields ? historyFor(newest, newestLoaded, lastSaved) : NOT_READ_YET;
	processState.lists.set(listKey, { newestLoaded: { ...newest, ...history }, lastSaved });
	if (!isLastSaved && lastSaved && changedAtOf(newest) < changedAtOf(lastSaved)) warnOfOlderState(context);

	const current = { ...newest, ...history, watchKey: watchKeys[0] };
	if (isLastSaved && lastSaved.delivered.fields.join() === fields.join()) {
		return { ...current, delivered: lastSaved.delivered };
	}
	return { ...current, delivered: await DeliveredRecords.parse(layout, newest, fields) };
}

/** How the list was read until this state. What a poll has read that n8n did not keep does not count. */
function historyFor(
	newest: StoredState,
	newestLoaded?: StoredState & ReadHistory,
	lastSaved?: Progress,
): ReadHistory {
	if (lastSaved && hasSameRecords(lastSaved, newest)) return historyOf(lastSaved);
	const isByAnotherProcess = newestLoaded && changedAtOf(newest) > changedAtOf(newestLoaded);
	if (!isByAnotherProcess) return NOT_READ_YET;
	const wasQuiet = lastSaved && hasSameRecords(lastSaved, newestLoaded);
	return historyOf(wasQuiet ? lastSaved : newestLoaded);
}

function warnOfOlderState(context: IExecutePaginationFunctions): void {
	context.logger.warn(
		`n8n did not keep what the last poll of ${context.getNode().name} remembered. The records that it delivered may start the workflow again. Reasons can be a Code node that uses $getWorkflowStaticData, or that the workflow was published during the poll`,
	);
}

/** Saves the progress in this process and in the workflow's static data (see `writeStoredState`). */
export async function saveProgress(
	context: IExecutePaginationFunctions,
	list: WatchedList,
	progress: Progress,
): Promise<void> {
	const saved = progress.delivered.hasChanged
		? {
				...progress,
				...(await progress.delivered.serialize()),
				changedAt: Math.max(Date.now(), (progress.changedAt ?? 0) + 1),
			}
		: progress;
	writeStoredState(context, saved, list.isOneOfSeveral);
	const listKey = listKeyOf(context, list);
	processState.lists.set(listKey, { ...processState.lists.get(listKey), lastSaved: saved });
}
