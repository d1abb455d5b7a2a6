import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Page } from '../transport/pagination';
import type { RequestFlow } from '../transport/request';
import { readBaseline } from './baseline';
import {
	ChangeDetector,
	isNew,
	layoutOf,
	type Change,
	type StopReason,
	type WatchSpec,
} from './changeDetector';
import { DeliveredRecords } from './deliveredRecords';
import { pollSettingsOf, startsFromEverything } from './fields';
import { nodeKeyOf, processState, type Progress } from './processState';
import { loadProgress, saveProgress } from './progress';
import { readFromCursor, type ReadPages } from './readPages';
import { testEventRecords } from './testEvent';
import { watchKeyOf } from './watchKey';

/** A list that a poll watches. */
interface Watch {
	context: IExecutePaginationFunctions;
	spec: WatchSpec;
	watchKey: string;
	/** Reads its pages, each when it is asked for, from a cursor or from the beginning. */
	pages: (from?: string) => AsyncIterable<Page>;
}

/**
 * The request flow of an event: gives the records of a list that are new or changed since they were
 * delivered, whatever the list's order and its records' times. Gives none while an earlier poll of the same
 * node still reads the list.
 *
 * @throws NodeApiError if the list cannot be read; then the progress stays, and the next poll finds the same
 */
export const watchList = (spec: WatchSpec, readPages: ReadPages = readFromCursor): RequestFlow =>
	async function (requestData) {
		if (this.getMode() === 'manual') return await testEventRecords(this, requestData, spec);

		const pages = (from?: string) => readPages(this, requestData, from);
		const watchKey = await watchKeyOf(this, requestData);
		const { listsBeingRead } = processState;
		const listKey = `${nodeKeyOf(this)} ${watchKey}`;
		if (listsBeingRead.has(listKey)) return [];
		listsBeingRead.add(listKey);
		try {
			return await continueOrStart({ context: this, spec, watchKey, pages });
		} finally {
			listsBeingRead.delete(listKey);
		}
	};

async function continueOrStart(watch: Watch): Promise<INodeExecutionData[]> {
	const { context, spec, watchKey, pages } = watch;
	const now = performance.now();
	const fromEverything = startsFromEverything(context);
	const layout = layoutOf(spec);
	const progress = await loadProgress(context, watchKey, fromEverything, layout);
	if (progress) return await deliverChanges(watch, progress, now);

	const delivered = new DeliveredRecords(layout);
	const history = { pollsSinceFullRead: 0, polledAt: now, fullReadAt: now };
	const start: Progress = { watchKey, fromEverything, entries: '', knownCount: 0, delivered, ...history };
	if (fromEverything) return await deliverChanges(watch, start, now);
	const knownCount = await readBaseline(context, spec, pages, delivered);
	await saveProgress(context, { ...start, knownCount });
	return [];
}

async function deliverChanges(
	{ context, spec, pages }: Watch,
	progress: Progress,
	now: number,
): Promise<INodeExecutionData[]> {
	const { knownCount, resumeCursor, hasBacklog, delivered, pollsSinceFullRead } = progress;
	const { maxPerPoll, fullReadEvery } = pollSettingsOf(context);
	const isFullReadDue =
		pollsSinceFullRead + 1 >= fullReadEvery ||
		(spec.contentOf !== undefined && wouldBeTooLate(now, progress));
	const detector = new ChangeDetector(spec, delivered, {
		maxChanges: maxPerPoll,
		knownCount,
		isFullRead: hasBacklog || isFullReadDue,
		hasBacklog,
	});
	const stopReason = await detector.read(pages(resumeCursor));

	const changes = detector.changes.slice(0, maxPerPoll);
	const outputs = changes.map((change) => ({ json: outputOf(change, spec) }));
	for (const { id, fingerprint } of changes) delivered.add(id, fingerprint);
	const update = progressAfter(stopReason, detector, changes, progress, now);
	await saveProgress(context, { ...progress, polledAt: now, ...update });
	return outputs;
}

const outputOf = ({ record, previousFingerprint }: Change, { toOutput }: WatchSpec) =>
	toOutput ? toOutput(record, previousFingerprint) : record;

/** How late a change can be noticed in a list whose count stays the same, in milliseconds. */
const MAX_CHANGE_DELAY = 15 * 60_000;

/** Whether the next poll would read the whole list too late, if polls keep the interval of the last two. */
const wouldBeTooLate = (now: number, { polledAt, fullReadAt }: Progress): boolean =>
	now - fullReadAt + (now - polledAt) > MAX_CHANGE_DELAY;

function progressAfter(
	stopReason: StopReason,
	{ totalCount, resumeCursor }: ChangeDetector,
	deliveredNow: Change[],
	{ knownCount, pollsSinceFullRead }: Progress,
	now: number,
): Partial<Progress> {
	if (stopReason === 'complete') {
		return {
			knownCount: totalCount,
			resumeCursor: undefined,
			hasBacklog: false,
			pollsSinceFullRead: 0,
			fullReadAt: now,
		};
	}
	const newCount = deliveredNow.filter(isNew).length;
	return {
		// At most what the list counts: records may have been removed from it.
		knownCount:
			knownCount === undefined ? undefined : Math.min(knownCount + newCount, totalCount ?? Infinity),
		resumeCursor,
		hasBacklog: stopReason === 'limitReached',
		pollsSinceFullRead: pollsSinceFullRead + 1,
	};
}
