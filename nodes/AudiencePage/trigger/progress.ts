import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { DeliveredRecords, type Layout } from './deliveredRecords';
import { nodeKeyOf, processState, type Progress, type ReadHistory } from './processState';
import { readStoredState, writeStoredState } from './storedState';

/** For a process that has not read the list yet: a full read is due. */
const NOT_READ_YET: ReadHistory = { pollsSinceFullRead: Infinity, polledAt: 0, fullReadAt: 0 };

/**
 * The progress from which a poll continues: that of the newest state with this watch key.
 *
 * n8n can return an older state, or none: an execution of the same workflow that uses static data writes it
 * back as it was when that execution began. So the newest state that n8n has returned to this process counts
 * as well, because its records were delivered. A state that was saved but never returned does not: when a
 * workflow is published again, n8n drops the records of a poll that is under way together with its state.
 *
 * @returns undefined if there is none, so that the trigger starts over
 */
export async function loadProgress(
	context: IExecutePaginationFunctions,
	watchKey: string,
	fromEverything: boolean,
	layout: Layout,
): Promise<Progress | undefined> {
	const node = nodeKeyOf(context);
	const { newestLoaded, lastSaved } = processState.nodes.get(node) ?? {};
	const [newest] = [readStoredState(context), newestLoaded]
		.filter((state) => state !== undefined)
		// Switching from Now to Everything starts over; switching back does not.
		.filter((state) => state.watchKey === watchKey && (state.fromEverything || !fromEverything))
		.sort((one, other) => (other.changedAt ?? 0) - (one.changedAt ?? 0));
	if (newest === undefined) {
		processState.nodes.delete(node);
		return undefined;
	}
	processState.nodes.set(node, { newestLoaded: newest, lastSaved });
	const isLastSaved =
		lastSaved?.watchKey === watchKey &&
		lastSaved.entries === newest.entries &&
		lastSaved.fingerprints === newest.fingerprints;
	if (isLastSaved) return { ...lastSaved, ...newest };
	return { ...NOT_READ_YET, ...newest, delivered: await DeliveredRecords.parse(layout, newest) };
}

/** Saves the progress in this process and in the workflow's static data (see `writeStoredState`). */
export async function saveProgress(context: IExecutePaginationFunctions, progress: Progress): Promise<void> {
	const saved = progress.delivered.hasChanged
		? {
				...progress,
				...(await progress.delivered.serialize()),
				changedAt: Math.max(Date.now(), (progress.changedAt ?? 0) + 1),
			}
		: progress;
	writeStoredState(context, saved);
	const node = nodeKeyOf(context);
	processState.nodes.set(node, { ...processState.nodes.get(node), lastSaved: saved });
}
