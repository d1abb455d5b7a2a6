import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { DeliveredRecords } from './deliveredRecords';
import {
	keptNodeState,
	nodeKeyOf,
	processState,
	type ListState,
	type NodeState,
	type Progress,
	type ReadHistory,
} from './processState';
import { isSuperseded } from './sharedMemory';
import { readStoredStates, writeStoredState, type StoredState } from './storedState';

/** A list whose progress is kept. */
export interface WatchedList {
	/** See `watchKeyOf`. */
	watchKey: string;
	/** The watch key of all pages, if the list is that of one of them. */
	allPages?: string;
	fromEverything: boolean;
	/** Whether changes of its records count. */
	hasFingerprints: boolean;
	/** The fields that have fingerprints of their own. */
	fields?: readonly string[];
}

/** For a process that has not read the list yet: a full read is due. */
const NOT_READ_YET: ReadHistory = {
	pollsSinceFullRead: Infinity,
	polledAt: 0,
	fullReadAt: 0,
	resumeCursor: undefined,
};

const historyOf = ({ pollsSinceFullRead, polledAt, fullReadAt, resumeCursor }: ReadHistory): ReadHistory => ({
	pollsSinceFullRead,
	polledAt,
	fullReadAt,
	resumeCursor,
});

/** What this process keeps of the node that watches this list; a new one, not kept yet, if it watched something else. */
const nodeStateFor = (context: IExecutePaginationFunctions, { allPages }: WatchedList): NodeState =>
	keptNodeState(context, allPages) ?? { allPages, lists: new Map<string, ListState>() };

/** The list among those of its node. */
const slotOf = ({ allPages, watchKey }: WatchedList): string => (allPages === undefined ? '' : watchKey);

/** Whether that is the state of the same list, with the same records. */
const isSame = (one: Progress | undefined, other: StoredState): one is Progress =>
	one?.watchKey === other.watchKey &&
	one.entries === other.entries &&
	one.fieldFingerprints === other.fieldFingerprints;

/**
 * The progress from which a poll continues: that of the newest state of this list.
 *
 * n8n can return an older state, or none: an execution of the same workflow that uses static data writes it
 * back as it was when that execution began. So the newest state that n8n has returned to this process counts
 * as well, because its records were delivered. So does what polls saved since that delivered nothing: n8n keeps it
 * only with durable cursors. What a poll saved that delivered something does not count until n8n returns it: n8n drops
 * the records of a poll together with its state when the workflow is published meanwhile, and when another process has
 * taken over.
 *
 * @returns undefined if there is none, so that the trigger starts over; `outdated` once if it is older than what the
 * last poll of this process has saved with records: n8n may be about to save that, and then the same records must not
 * be delivered again
 */
export async function loadProgress(
	context: IExecutePaginationFunctions,
	list: WatchedList,
): Promise<Progress | 'outdated' | undefined> {
	const { watchKey, fromEverything, hasFingerprints, fields = [] } = list;
	const continues = (state: StoredState | undefined): state is StoredState =>
		state !== undefined &&
		state.watchKey === watchKey &&
		// Switching from Now to Everything starts over; switching back does not.
		(state.fromEverything || !fromEverything);
	const node = nodeStateFor(context, list);
	const kept = node.lists.get(slotOf(list)) ?? {};
	const { newestLoaded, lastSaved, quiet } = kept;
	const [returned] = [...readStoredStates(context, watchKey), newestLoaded]
		.filter(continues)
		.sort((one, other) => other.changedAt - one.changedAt);
	const returnedAt = returned?.changedAt ?? 0;
	const newest = quiet && continues(quiet.saved) && returnedAt <= quiet.since ? quiet.saved : returned;
	if (newest === undefined) return undefined;
	// What it keeps of something else goes when this list was read.
	if (!processState.nodes.has(nodeKeyOf(context))) processState.nodes.set(nodeKeyOf(context), node);

	const isLastSaved = isSame(lastSaved, newest);
	const readSince = isLastSaved ? historyOf(lastSaved) : historyFor(returned, kept);
	const isOutdated = continues(lastSaved) && newest.changedAt < lastSaved.changedAt;
	node.lists.set(slotOf(list), {
		newestLoaded: returned && { ...returned, ...readSince },
		lastSaved: isOutdated ? undefined : lastSaved,
		quiet: newest === returned ? undefined : quiet,
	});
	if (isOutdated) {
		warnOfOlderState(context);
		return 'outdated';
	}

	const hasAllFields = fields.every((field) => newest.fields?.includes(field));
	const current = { ...newest, ...(hasAllFields ? readSince : NOT_READ_YET) };
	if (isLastSaved && lastSaved.delivered.fields.join() === fields.join()) {
		return { ...current, delivered: lastSaved.delivered };
	}
	return { ...current, delivered: await DeliveredRecords.parse(hasFingerprints, newest, fields) };
}

/**
 * How the list was read until a state that this process has not saved itself. If another process has saved it, what
 * this one has read counts too, but for a poll that n8n may have dropped.
 */
function historyFor(returned: StoredState | undefined, { newestLoaded, lastSaved }: ListState): ReadHistory {
	if (!newestLoaded || !returned || returned.changedAt <= newestLoaded.changedAt) return NOT_READ_YET;
	if (isSame(lastSaved, newestLoaded)) return historyOf(lastSaved);
	// That poll counts as one that has not read the whole list. Where it resumed, it may have read to the end.
	const { pollsSinceFullRead } = newestLoaded;
	return {
		...historyOf(newestLoaded),
		pollsSinceFullRead: pollsSinceFullRead + 1,
		resumeCursor: undefined,
	};
}

function warnOfOlderState(context: IExecutePaginationFunctions): void {
	context.logger.warn(
		`n8n did not keep what the last poll of ${context.getNode().name} remembered. The records that it delivered may start the workflow again at the next poll. Reasons can be a Code node that uses $getWorkflowStaticData, that the workflow was published during the poll, or that another process has polled meanwhile`,
	);
}

/** What a poll has changed of the progress that it began with. */
export type ProgressUpdate = Partial<StoredState & ReadHistory>;

/**
 * Saves the progress in this process and in the workflow's static data (see `writeStoredState`).
 *
 * @param begun what the poll began with; 0 in its `changedAt` for a list that is read for the first time
 * @param hasDelivered whether the poll delivers records
 * @returns whether it is saved; not if the poll is superseded, and then it delivers nothing
 */
export async function saveProgress(
	context: IExecutePaginationFunctions,
	list: WatchedList,
	begun: Progress,
	update: ProgressUpdate,
	hasDelivered: boolean,
): Promise<boolean> {
	const { delivered, changedAt } = begun;
	const saved: Progress = { ...begun, ...update };
	const isChanged =
		delivered.hasChanged ||
		changedAt === 0 ||
		saved.knownCount !== begun.knownCount ||
		(saved.hasBacklog ?? false) !== (begun.hasBacklog ?? false);
	if (delivered.hasChanged) Object.assign(saved, await delivered.serialize());
	// Greater than before, so that other processes see that it has changed.
	if (isChanged) saved.changedAt = Math.max(Date.now(), changedAt + 1);
	const node = nodeStateFor(context, list);
	if (isSuperseded(context)) {
		// Its records are among those that were delivered, in the very object that the next poll would go on with.
		node.lists.set(slotOf(list), { ...node.lists.get(slotOf(list)), lastSaved: undefined });
		return false;
	}
	writeStoredState(context, saved, { allPages: list.allPages, hasDelivered });
	processState.nodes.set(nodeKeyOf(context), node);
	// A list that starts over does not go on from what it was before.
	const kept = changedAt === 0 ? {} : (node.lists.get(slotOf(list)) ?? {});
	const { quiet } = kept;
	const since = quiet?.since ?? changedAt;
	node.lists.set(slotOf(list), {
		...kept,
		lastSaved: saved,
		quiet: hasDelivered ? quiet : { saved, since },
	});
	return true;
}
