import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { forEachInTurns, mapInTurns } from '../shared/turns';
import type { ListPage } from '../transport/pagination';
import type { RequestData } from '../transport/request';
import { readBaseline } from './baseline';
import {
	ChangeDetector,
	isNew,
	type Change,
	type IsWanted,
	type StopReason,
	type WatchSpec,
} from './changeDetector';
import { DeliveredRecords } from './deliveredRecords';
import { pollSettingsOf, startsFromEverything } from './fields';
import type { Progress } from './processState';
import { loadProgress, saveProgress, type ProgressUpdate, type WatchedList } from './progress';
import type { ReadPages } from './readPages';
import { hasStoredState } from './storedState';
import { watchedFields } from './contentChanges';
import { watchKeyOf } from './watchKey';

/** A list that a poll reads, and what of it is told. */
interface ListPoll {
	context: IExecutePaginationFunctions;
	spec: WatchSpec;
	list: WatchedList;
	/** Reads its pages, each when it is asked for, from a cursor or from the beginning. */
	pages: (from?: string) => AsyncIterable<ListPage>;
	isWanted: IsWanted;
	/** How many changes are delivered, at most. */
	maxChanges: number;
	hasReadOthers: boolean;
	/** When the poll began, as `performance.now()` has it. */
	now: number;
}

interface ListOptions {
	/** How many changes are delivered, at most. */
	maxChanges: number;
	/** The watch key of all pages, if the list is that of one of them. */
	allPages?: string;
	/** Whether the poll has read other lists before. */
	hasReadOthers?: boolean;
}

/** Which changes the user asked for. */
function wantedChanges(context: IExecutePaginationFunctions, { matches, wanted }: WatchSpec): IsWanted {
	const isMatch = matches?.(context) ?? (() => true);
	const isWanted = wanted?.(context) ?? (() => true);
	return (change) => isMatch(change.record) && isWanted(change);
}

/**
 * Gives the records of a list that are new or changed since they were delivered, whatever the list's order and its
 * records' times. The first poll of a list begins as *Start From* says.
 *
 * @throws NodeApiError if the list cannot be read; then the progress stays, and the next poll finds the same
 */
export async function pollList(
	context: IExecutePaginationFunctions,
	spec: WatchSpec,
	requestData: RequestData,
	readPages: ReadPages,
	{ maxChanges, allPages, hasReadOthers = false }: ListOptions,
): Promise<INodeExecutionData[]> {
	const list: WatchedList = {
		watchKey: await watchKeyOf(context, requestData),
		allPages,
		fromEverything: startsFromEverything(context),
		hasFingerprints: spec.contentOf !== undefined,
		fields: spec.fields && watchedFields(context, spec.fields),
	};
	const poll: ListPoll = {
		context,
		spec,
		list,
		pages: (from) => readPages(context, requestData, from),
		isWanted: wantedChanges(context, spec),
		maxChanges,
		hasReadOthers,
		now: performance.now(),
	};
	const progress = await loadProgress(context, list);
	if (progress === 'outdated') return [];
	return progress ? await deliverChanges(poll, progress) : await start(poll);
}

async function start(poll: ListPoll): Promise<INodeExecutionData[]> {
	const { context, spec, list, pages, now, hasReadOthers } = poll;
	const isNewStart = list.allPages === undefined && hasStoredState(context);
	const { watchKey, fromEverything, hasFingerprints, fields } = list;
	const delivered = new DeliveredRecords(hasFingerprints, fields);
	const history = { pollsSinceFullRead: 0, polledAt: now, fullReadAt: now };
	const begun: Progress = {
		watchKey,
		fromEverything,
		entries: '',
		knownCount: 0,
		changedAt: 0,
		delivered,
		...history,
	};
	const outputs = fromEverything ? await deliverChanges(poll, begun) : [];
	if (!fromEverything) {
		const knownCount = await readBaseline(context, spec, pages, delivered, hasReadOthers);
		await saveProgress(context, list, begun, { knownCount }, false);
	}
	if (isNewStart) logNewStart(context);
	return outputs;
}

export function logNewStart(context: IExecutePaginationFunctions): void {
	context.logger.info(
		`${context.getNode().name} starts over, because what it watches has changed: the event, the credential or its Base URL, or the value of a field. If nobody has changed the node, it has an expression whose value changes, such as a time: use a fixed value`,
	);
}

async function deliverChanges(poll: ListPoll, progress: Progress): Promise<INodeExecutionData[]> {
	const { context, spec, list, pages, isWanted, maxChanges, now } = poll;
	const { knownCount, resumeCursor, hasBacklog, delivered, pollsSinceFullRead } = progress;
	const { fullReadEvery } = pollSettingsOf(context);
	const isFullReadDue =
		pollsSinceFullRead + 1 >= fullReadEvery ||
		(spec.contentOf !== undefined && wouldBeTooLate(now, progress));
	const detector = new ChangeDetector(spec, delivered, {
		maxChanges,
		knownCount,
		isFullRead: hasBacklog || isFullReadDue,
		hasBacklog,
		isWanted,
	});
	const stopReason = await detector.read(pages(resumeCursor));

	const changes = detector.changes.slice(0, maxChanges);
	const outputs = await mapInTurns(changes, (change) => ({ json: outputOf(change, spec) }));
	let newCount = 0;
	await forEachInTurns([...changes, ...detector.unreported], (change) => {
		delivered.add(change.id, change.fingerprint, change.fieldFingerprints);
		if (isNew(change)) newCount++;
	});
	const update = progressAfter(stopReason, detector, newCount, progress, now);
	const isSaved = await saveProgress(
		context,
		list,
		progress,
		{ polledAt: now, ...update },
		outputs.length > 0,
	);
	return isSaved ? outputs : [];
}

const outputOf = (change: Change, { toOutput }: WatchSpec): IDataObject =>
	toOutput ? toOutput(change) : change.record;

/** How late a change can be noticed in a list whose count stays the same, in milliseconds. */
const MAX_CHANGE_DELAY = 15 * 60_000;

/** Whether the next poll would read the whole list too late, if polls keep the interval of the last two. */
const wouldBeTooLate = (now: number, { polledAt, fullReadAt }: Progress): boolean =>
	now - fullReadAt + (now - polledAt) > MAX_CHANGE_DELAY;

function progressAfter(
	stopReason: StopReason,
	{ totalCount, resumeCursor }: ChangeDetector,
	newCount: number,
	{ knownCount, pollsSinceFullRead }: Progress,
	now: number,
): ProgressUpdate {
	if (stopReason === 'complete') {
		return {
			knownCount: totalCount,
			resumeCursor: undefined,
			hasBacklog: false,
			pollsSinceFullRead: 0,
			fullReadAt: now,
		};
	}
	return {
		// At most what the list counts: records may have been removed from it.
		knownCount:
			knownCount === undefined ? undefined : Math.min(knownCount + newCount, totalCount ?? Infinity),
		resumeCursor,
		hasBacklog: stopReason === 'limitReached',
		pollsSinceFullRead: pollsSinceFullRead + 1,
	};
}
