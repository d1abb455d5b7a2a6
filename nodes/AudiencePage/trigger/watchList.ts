import type { IExecutePaginationFunctions, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import { apiError } from '../transport/errors';
import type { Page } from '../transport/pagination';
import type { RequestFlow } from '../transport/request';
import { testEventRecords } from './testEvent';
import { pollSettingsOf, startsFromEverything } from './fields';
import { readFromCursor, type ReadList } from './lists';
import { DeliveredRecords } from './deliveredRecords';
import {
	isNew,
	layoutOf,
	ChangeDetector,
	type ReadResult,
	type Change,
	type WatchSpec,
} from './changeDetector';
import { saveProgress, nodeKey, loadProgress, watchKeyOf, type ProcessState, type Progress } from './state';

/** The pages of the list that is watched, from a cursor on. */
type Pages = (from?: string) => AsyncIterable<Page>;

/** What is being read: a poll that is slow may still be at it when the next one begins. */
const listsBeingRead = new Set<string>();

const toOutputs = (items: Change[], { toOutput }: WatchSpec): INodeExecutionData[] =>
	items.map(({ record, previousFingerprint }) => ({
		json: toOutput ? toOutput(record, previousFingerprint) : record,
	}));

/**
 * How an event is told from a list, in the place where an operation says how it reads one: what the
 * list has that was not delivered yet. It is told by the records alone, not by their order or times.
 * It gives nothing while an earlier poll of the same node is at it.
 *
 * @throws NodeApiError if the list cannot be read; nothing has changed then, and the next poll finds
 * what this one could not
 */
export const watchList = (kind: WatchSpec, readList: ReadList = readFromCursor): RequestFlow =>
	async function (requestData) {
		if (this.getMode() === 'manual') return await testEventRecords(this, requestData, kind);

		const pages: Pages = (from) => readList(this, requestData, from);
		const watched = await watchKeyOf(this, requestData);
		const watch = `${nodeKey(this)} ${watched}`;
		if (listsBeingRead.has(watch)) return [];
		listsBeingRead.add(watch);
		try {
			return await pollOnce(this, kind, pages, watched);
		} finally {
			listsBeingRead.delete(watch);
		}
	};

async function pollOnce(
	context: IExecutePaginationFunctions,
	kind: WatchSpec,
	pages: Pages,
	watched: string,
): Promise<INodeExecutionData[]> {
	const now = performance.now();
	const fromEverything = startsFromEverything(context);
	const layout = layoutOf(kind);
	const progress = await loadProgress(context, watched, fromEverything, layout);
	if (progress) return await detectChanges(context, kind, pages, progress, now);

	const memory = new DeliveredRecords(layout);
	const passing: ProcessState = { polls: 0, polledAt: now, fullReadAt: now };
	const nothing: Progress = { watched, fromEverything, delivered: '', count: 0, memory, ...passing };
	if (fromEverything) return await detectChanges(context, kind, pages, nothing, now);
	await saveProgress(context, { ...nothing, count: await readBaseline(context, kind, pages, memory) });
	return [];
}

/** How late a change may be noticed in a list whose count stays the same, in milliseconds. */
const MAX_CHANGE_DELAY = 15 * 60_000;

/** Whether the next poll, if it comes as long after this one as this one did after the last, is too late. */
const isOld = (now: number, { polledAt, fullReadAt }: Progress): boolean =>
	now - fullReadAt + (now - polledAt) > MAX_CHANGE_DELAY;

async function detectChanges(
	context: IExecutePaginationFunctions,
	kind: WatchSpec,
	pages: Pages,
	progress: Progress,
	now: number,
): Promise<INodeExecutionData[]> {
	const { count, resumeCursor, hasBacklog = false, memory, polls } = progress;
	const { maxPerPoll: maxRecords, fullReadEvery } = pollSettingsOf(context);
	const isDue = polls + 1 >= fullReadEvery || (kind.contentOf !== undefined && isOld(now, progress));
	const news = new ChangeDetector(kind, memory, {
		maxRecords,
		count,
		isFull: hasBacklog || isDue,
		isResumed: resumeCursor !== undefined && !hasBacklog,
	});
	const end = await news.read(pages(resumeCursor));

	const items = news.items.slice(0, maxRecords);
	const outputs = toOutputs(items, kind);
	for (const { id, fingerprint } of items) memory.add(id, fingerprint);
	await saveProgress(context, { ...progress, polledAt: now, ...after(end, news, items, progress, now) });
	return outputs;
}

function after(
	end: ReadResult,
	{ totalCount, resumeCursor }: ChangeDetector,
	items: Change[],
	{ count, polls }: Progress,
	now: number,
): Partial<Progress> {
	if (end === 'complete') {
		return { count: totalCount, resumeCursor: undefined, hasBacklog: false, polls: 0, fullReadAt: now };
	}
	const deliveredNow = items.filter(isNew).length;
	return {
		// A list that has lost records has no more of them than it says.
		count: count === undefined ? undefined : Math.min(count + deliveredNow, totalCount ?? Infinity),
		resumeCursor,
		hasBacklog: end === 'limitReached',
		polls: polls + 1,
	};
}

/**
 * Remembers what is there, without delivering it. A list that ends before its count is read once more: what it
 * left out would be taken for new later.
 *
 * @returns how many records the list has, if it tells
 * @throws NodeApiError if the time does not suffice: what was not read would be taken for new, too
 */
async function readBaseline(
	context: IExecutePaginationFunctions,
	kind: WatchSpec,
	pages: Pages,
	memory: DeliveredRecords,
): Promise<number | undefined> {
	const limits = { maxRecords: Infinity, isFull: true, isResumed: false, isBaseline: true };
	const news = new ChangeDetector(kind, memory, limits);
	const end = await news.read(pages());
	const { newCount, totalCount } = news;
	if (end === 'timedOut') throw baselineTimeout(context, kind, newCount, totalCount);
	// Services may count what they do not list, so nothing more is asked of the second reading.
	if (totalCount !== undefined && newCount < totalCount)
		await new ChangeDetector(kind, memory, limits).read(pages());
	return totalCount;
}

function baselineTimeout(
	context: IExecutePaginationFunctions,
	{ filter }: WatchSpec,
	read: number,
	totalCount: number | undefined,
): NodeApiError {
	const all = totalCount === undefined ? 'an unknown number of' : String(totalCount);
	const narrower = filter ? `Narrow the list down with ${filter}, or set` : 'Set';
	return apiError(context.getNode(), {
		message: `The list is too long for one poll: ${read} of ${all} records could be read`,
		advice: `${narrower} Start From to Everything`,
		description: 'To start from Now, the trigger has to read all existing records in its first poll.',
	});
}
