import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { log } from '../shared/log';
import { apiError } from '../transport/errors';
import { ChangeDetector, type StopReason } from './changeDetector';
import type { ListPart } from './listReaders';
import { isSuperseded } from './sharedMemory';
import {
	hasStoredState,
	loadProgress,
	nodeKeyOf,
	processState,
	saveProgress,
	type Progress,
} from './state';
import { isNew, type Watch, type WatchSpec } from './watch';

/** The list pages, each requested when it is asked for, from a cursor or from the beginning. */
type ReadList = (from?: string) => AsyncIterable<ListPart>;

/**
 * The records that are new or changed since they were delivered. If the list cannot be read, the
 * next poll finds them.
 */
export async function pollList(
	context: IExecutePaginationFunctions,
	watch: Watch,
	watchKey: string,
	readList: ReadList,
): Promise<INodeExecutionData[]> {
	const now = performance.now();
	const { spec, maxPerPoll, toOutput } = watch;
	const progress = await loadProgress(context, watchKey, watch);
	const { delivered, history } = progress;
	const { knownCount, hasBacklog, changedAt } = progress.stored;
	const isNewStart = changedAt === 0 && hasStoredState(context);
	const isBaseline = changedAt === 0 && !watch.fromEverything;
	const fullRead = isBaseline ? 'start' : hasBacklog ? 'backlog' : dueFullRead(watch, history, now);
	const detector = new ChangeDetector(delivered, {
		idField: spec.idField,
		isWanted: (change) => !isBaseline && watch.isWanted(change),
		maxChanges: maxPerPoll,
		knownCount,
		isFullRead: fullRead !== undefined,
		hasBacklog,
	});
	const stopReason = await detector.read(readList(history.resumeCursor));
	if (isBaseline) await completeBaseline(context, spec, detector, stopReason, readList);

	const changes = [...detector.changes.values()].slice(0, maxPerPoll);
	const outputs = changes.map((change) => ({ json: toOutput(change) }));
	const seen = [...changes, ...detector.unreported.values()];
	for (const { key, marks } of seen) delivered.add(key, marks);
	if (isSuperseded(context)) {
		log(context, 'pollDropped');
		// n8n has the newest.
		processState.nodes.delete(nodeKeyOf(context));
		return [];
	}
	const isComplete = stopReason === 'complete';
	const { totalCount = 0, resumeCursor } = detector;
	const update = {
		// At most what the list counts: records may have been removed from it.
		knownCount: isComplete
			? totalCount
			: Math.min(knownCount + seen.filter(isNew).length, totalCount),
		hasBacklog: stopReason === 'limitReached',
		history: {
			pollsSinceFullRead: isComplete ? 0 : history.pollsSinceFullRead + 1,
			polledAt: now,
			fullReadAt: isComplete ? now : history.fullReadAt,
			resumeCursor,
		},
	};
	await saveProgress(context, progress, update, outputs.length > 0);
	if (isNewStart) log(context, 'startsOver');
	const counts = {
		known: knownCount,
		counted: detector.totalCount,
		remembered: detector.unreported.size,
	};
	log(context, 'polled', { stopped: stopReason, fullRead, ...counts, delivered: outputs.length });
	return outputs;
}

/** How late a change can be noticed in a list whose count stays the same, in milliseconds. */
const MAX_CHANGE_DELAY = 15 * 60_000;

/** Why the whole list is to be read, if it is. */
function dueFullRead(
	{ fields, fullReadEvery }: Watch,
	{ pollsSinceFullRead, polledAt, fullReadAt }: Progress['history'],
	now: number,
): 'firstPoll' | 'fullReadEvery' | 'time' | undefined {
	if (pollsSinceFullRead === Infinity) return 'firstPoll';
	if (pollsSinceFullRead + 1 >= fullReadEvery) return 'fullReadEvery';
	// The next poll would come too late, if polls keep the interval of the last two.
	return fields.length > 0 && now - fullReadAt + (now - polledAt) > MAX_CHANGE_DELAY
		? 'time'
		: undefined;
}

/**
 * @throws NodeApiError if the poll had too little time: the records not read would be taken for new
 * later
 */
async function completeBaseline(
	context: IExecutePaginationFunctions,
	{ narrowedBy }: WatchSpec,
	detector: ChangeDetector,
	stopReason: StopReason,
	readList: ReadList,
): Promise<void> {
	const { newCount, totalCount } = detector;
	if (stopReason === 'timedOut') {
		const all = totalCount ?? 'an unknown number of';
		throw apiError(context.getNode(), {
			message: `The list is too long for one poll: ${newCount} of ${all} records could be read`,
			advice: `${narrowedBy ? `Narrow the list down with ${narrowedBy}, or set` : 'Set'} Start From to Everything: then all existing records start the workflow`,
			description:
				'To start from Now, the trigger has to read all existing records in its first poll.',
		});
	}
	// Once more: a record that was left out would be new later. No third time: services may count
	// what they do not list.
	if (newCount < (totalCount ?? 0)) await detector.read(readList());
}
