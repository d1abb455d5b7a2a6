import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { canonicalJson } from '../shared/hash';
import { log, type LogFacts } from '../shared/log';
import { isEmpty } from '../shared/values';
import type { ListPage } from '../transport/pagination';
import { DeliveredRecords } from './deliveredRecords';
import {
	endPoll,
	isFullReadDue,
	readOn,
	takeOpenRead,
	type ListRead,
	type Progress,
	type StopReason,
} from './listRead';
import { store, storedState, type Watched } from './state';
import { isNew, type RecordChange, type Watch } from './watch';

/** Where a list is read from; of the first read, all of it is needed. */
export interface ReadPosition {
	cursor?: string;
	isFirstRead?: boolean;
}

/** What a poll works with. */
interface ListPoll {
	context: IExecutePaginationFunctions;
	watch: Watch;
	watched: Watched;
	progress: Progress;
	/** The pages of the list, each requested when it is asked for. */
	readList: (position: ReadPosition) => AsyncIterable<ListPage>;
}

/**
 * What is new or changed since it was delivered. A poll that fails changes nothing, but the next
 * one reads from the beginning.
 */
export async function pollList(poll: ListPoll): Promise<INodeExecutionData[]> {
	const { context, watch, watched, progress } = poll;
	const now = performance.now();
	const stored = storedState(context, watched);
	if (stored) progress.start = undefined;
	const known = stored ?? progress.start;
	const openRead = takeOpenRead(progress);
	const isFirstRead = known === undefined && !watch.fromEverything;
	if (isFirstRead) {
		await readExisting(poll, openRead ?? { startedAt: now, isFull: true }, now);
		return [];
	}
	const delivered = await DeliveredRecords.from(known, watch.fields);
	const hasN8nDropped = delivered.size < progress.knownCount;
	const goesOn = openRead !== undefined && !hasN8nDropped;
	const newRead = { startedAt: now, isFull: isFullReadDue(progress, watch, now) };
	return await readChanges(poll, goesOn ? openRead : newRead, delivered, now);
}

const idOf = (record: IDataObject, idField: string): string =>
	isEmpty(record[idField]) ? canonicalJson(record) : String(record[idField] as string);

/** Remembers what is there when the trigger starts from Now. */
async function readExisting(
	{ context, watch, watched, progress, readList }: ListPoll,
	read: ListRead,
	now: number,
): Promise<void> {
	const { idField } = watch.spec;
	const existing = await DeliveredRecords.from(read.existing, watch.fields);
	async function* wholeList() {
		yield* readList({ cursor: read.cursor, isFirstRead: true });
		if (read.isRepeated || existing.size >= (read.totalCount ?? 0)) return;
		// Once more: a record that was left out would be new later. No third time: services may count
		// what they do not list.
		read.isRepeated = true;
		yield* readList({ isFirstRead: true });
	}
	const stopReason = await readOn(read, wholeList(), ({ records }) => {
		for (const record of records) existing.add(existing.compare(idOf(record, idField), record));
		return undefined;
	});
	if (stopReason === 'complete') progress.start = store(context, watched, existing);
	else read.existing = existing.serialize();
	endPoll(progress, read, stopReason, { now, knownCount: existing.size });
	logPoll(context, read, stopReason, { known: existing.size });
}

/** Delivers what has changed, and remembers what it has seen. */
async function readChanges(
	{ context, watch, watched, progress, readList }: ListPoll,
	read: ListRead,
	delivered: DeliveredRecords,
	now: number,
): Promise<INodeExecutionData[]> {
	const finder = new ChangeFinder(delivered, watch);
	const stopReason = await readOn(read, readList({ cursor: read.cursor }), (page) => {
		if (!finder.inspectAll(page.records)) return 'limitReached';
		// Never true without a count, or when it fell: then the whole list is read.
		const countMatches = read.totalCount === delivered.size - progress.uncounted;
		const canStop = countMatches && page.hasMore && !read.isFull;
		return canStop ? 'countMatches' : undefined;
	});
	store(context, watched, delivered);
	endPoll(progress, read, stopReason, { now, knownCount: delivered.size });
	const outputs = [...finder.changes.values()].map((change) => ({ json: watch.toOutput(change) }));
	const { leftOut } = finder;
	logPoll(context, read, stopReason, {
		known: delivered.size,
		leftOut,
		delivered: outputs.length,
	});
	return outputs;
}

/** Finds changes by IDs and marks alone, and remembers them as delivered. */
class ChangeFinder {
	/** Those to deliver, by the record's key. */
	readonly changes = new Map<string, RecordChange>();
	/** How many others were new or changed. */
	leftOut = 0;

	constructor(
		private readonly delivered: DeliveredRecords,
		private readonly watch: Watch,
	) {}

	/** False if the records have more changes than a poll delivers. */
	inspectAll(records: IDataObject[]): boolean {
		return records.every((record) => this.inspect(record));
	}

	private inspect(record: IDataObject): boolean {
		const { spec, isWanted, maxPerPoll } = this.watch;
		const compared = this.delivered.compare(idOf(record, spec.idField), record);
		const { key, before, marks, changedFields } = compared;
		if (marks === before || this.changes.has(key)) return true;

		const change = { record, before, changedFields };
		// A field that was not watched before has a mark for the first time: that is no change.
		const hasNews = isNew(change) || changedFields.length > 0;
		if (hasNews && isWanted(change)) {
			if (this.changes.size === maxPerPoll) return false;
			this.changes.set(key, change);
		} else if (hasNews) this.leftOut++;
		this.delivered.add(compared);
		return true;
	}
}

function logPoll(
	context: IExecutePaginationFunctions,
	{ isFull: fullRead, totalCount: counted }: ListRead,
	stopped: StopReason,
	counts: LogFacts,
): void {
	log(context, 'polled', { stopped, fullRead, counted, ...counts });
}
