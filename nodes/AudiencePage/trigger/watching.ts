import type { IExecutePaginationFunctions, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import { apiError } from '../transport/errors';
import type { Page } from '../transport/nextPage';
import type { Paginate } from '../transport/request';
import { examplesOf } from './examples';
import { paceOf, startsFromEverything } from './fields';
import { readRound, type ReadList } from './lists';
import { Memory } from './memory';
import { isFresh, layoutOf, News, type End, type Item, type Kind } from './news';
import { keep, nodeOf, progressOf, watchedBy, type Passing, type Progress } from './state';

/** The pages of the list that is watched, from a cursor on. */
type Pages = (from?: string) => AsyncIterable<Page>;

/** What is being read: a poll that is slow may still be at it when the next one begins. */
const underWay = new Set<string>();

const outputsOf = (items: Item[], { tell }: Kind): INodeExecutionData[] =>
	items.map(({ record, markBefore }) => ({ json: tell ? tell(record, markBefore) : record }));

/**
 * How an event is told from a list, in the place where an operation says how it reads one: what the
 * list has that was not delivered yet. It is told by the records alone, not by their order or times.
 * It gives nothing while an earlier poll of the same node is at it.
 *
 * @throws NodeApiError if the list cannot be read; nothing has changed then, and the next poll finds
 * what this one could not
 */
export const watching = (kind: Kind, readList: ReadList = readRound): Paginate =>
	async function (requestData) {
		if (this.getMode() === 'manual') return await examplesOf(this, requestData, kind);

		const pages: Pages = (from) => readList(this, requestData, from);
		const watched = await watchedBy(this, requestData);
		const watch = `${nodeOf(this)} ${watched}`;
		if (underWay.has(watch)) return [];
		underWay.add(watch);
		try {
			return await next(this, kind, pages, watched);
		} finally {
			underWay.delete(watch);
		}
	};

async function next(
	context: IExecutePaginationFunctions,
	kind: Kind,
	pages: Pages,
	watched: string,
): Promise<INodeExecutionData[]> {
	const now = performance.now();
	const fromEverything = startsFromEverything(context);
	const layout = layoutOf(kind);
	const progress = await progressOf(context, watched, fromEverything, layout);
	if (progress) return await poll(context, kind, pages, progress, now);

	const memory = new Memory(layout);
	const passing: Passing = { polls: 0, polledAt: now, fullReadAt: now };
	const nothing: Progress = { watched, fromEverything, delivered: '', count: 0, memory, ...passing };
	if (fromEverything) return await poll(context, kind, pages, nothing, now);
	await keep(context, { ...nothing, count: await readBaseline(context, kind, pages, memory) });
	return [];
}

/** How late a change may be noticed in a list whose count stays the same, in milliseconds. */
const LATEST_CHANGE = 15 * 60_000;

/** Whether the next poll, if it comes as long after this one as this one did after the last, is too late. */
const isOld = (now: number, { polledAt, fullReadAt }: Progress): boolean =>
	now - fullReadAt + (now - polledAt) > LATEST_CHANGE;

async function poll(
	context: IExecutePaginationFunctions,
	kind: Kind,
	pages: Pages,
	progress: Progress,
	now: number,
): Promise<INodeExecutionData[]> {
	const { count, goOn, hasRest = false, memory, polls } = progress;
	const { maxPerPoll: most, fullReadEvery } = paceOf(context);
	const isDue = polls + 1 >= fullReadEvery || (kind.contentOf !== undefined && isOld(now, progress));
	const news = new News(kind, memory, {
		most,
		count,
		isFull: hasRest || isDue,
		isContinued: goOn !== undefined && !hasRest,
	});
	const end = await news.readFrom(pages(goOn));

	const items = news.items.slice(0, most);
	const outputs = outputsOf(items, kind);
	for (const { id, mark } of items) memory.remember(id, mark);
	await keep(context, { ...progress, polledAt: now, ...after(end, news, items, progress, now) });
	return outputs;
}

function after(
	end: End,
	{ totalCount, goOn }: News,
	items: Item[],
	{ count, polls }: Progress,
	now: number,
): Partial<Progress> {
	if (end === 'whole') {
		return { count: totalCount, goOn: undefined, hasRest: false, polls: 0, fullReadAt: now };
	}
	const deliveredNow = items.filter(isFresh).length;
	return {
		// A list that has lost records has no more of them than it says.
		count: count === undefined ? undefined : Math.min(count + deliveredNow, totalCount ?? Infinity),
		goOn,
		hasRest: end === 'full',
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
	kind: Kind,
	pages: Pages,
	memory: Memory,
): Promise<number | undefined> {
	const wanted = { most: Infinity, isFull: true, isContinued: false, isBaseline: true };
	const news = new News(kind, memory, wanted);
	const end = await news.readFrom(pages());
	const { fresh, totalCount } = news;
	if (end === 'late') throw tooLong(context, kind, fresh, totalCount);
	// Services may count what they do not list, so nothing more is asked of the second reading.
	if (totalCount !== undefined && fresh < totalCount) await new News(kind, memory, wanted).readFrom(pages());
	return totalCount;
}

function tooLong(
	context: IExecutePaginationFunctions,
	{ filter }: Kind,
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
