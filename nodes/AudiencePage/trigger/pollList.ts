import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { canonicalJson } from '../shared/hash';
import { log, type LogFacts } from '../shared/log';
import { isEmpty } from '../shared/values';
import type { ListPage } from '../transport/pagination';
import {
	endPoll,
	isFullReadDue,
	readOn,
	takeOpenRead,
	type ListRead,
	type Progress,
	type StopReason,
} from './listRead';
import { SeenRecords } from './seenRecords';
import { store, storedRecords } from './state';
import { isNew, type RecordChange, type Watch } from './watch';

export interface ReadOptions {
	/** The cursor to read from; the beginning of the list without one. */
	cursor?: string;
	/** Whether reading must fail if a part of the list cannot be read. */
	isFirstRead?: boolean;
}

/** What a poll works with. */
interface ListPoll {
	context: IExecutePaginationFunctions;
	watch: Watch;
	watchKey: string;
	progress: Progress;
	/** The pages of the list, each requested when it is asked for. */
	readList: (options: ReadOptions) => AsyncIterable<ListPage>;
	/** When it began, by `performance.now()`. */
	now: number;
}

/**
 * What is new or changed since it was delivered. A poll that fails stores nothing, and the next one
 * reads from the beginning.
 */
export async function pollList(poll: ListPoll): Promise<INodeExecutionData[]> {
	const { context, watch, watchKey, progress, now } = poll;
	const stored = storedRecords(context, watchKey);
	if (stored) progress.unsavedFirstRead = undefined;
	const records = stored ?? progress.unsavedFirstRead;
	const openRead = takeOpenRead(progress);
	const isFirstRead = records === undefined && !watch.fromEverything;
	if (isFirstRead) {
		const firstRead = openRead?.existing ? openRead : { startedAt: now, isFull: true };
		await readExisting(poll, firstRead);
		return [];
	}
	const seen = await SeenRecords.from(records, watch.fields);
	// Of changes alone it does not show: the next full read finds them again.
	const hasN8nDropped = seen.size < progress.seenCount;
	const goesOn = openRead !== undefined && !hasN8nDropped;
	const newRead = { startedAt: now, isFull: isFullReadDue(progress, watch, now) };
	return await readChanges(poll, goesOn ? openRead : newRead, seen);
}

const idOf = (record: IDataObject, idField: string): string =>
	isEmpty(record[idField]) ? canonicalJson(record) : String(record[idField] as string);

/** Remembers what is there when the trigger starts from Now. */
async function readExisting(
	{ context, watch, watchKey, progress, readList, now }: ListPoll,
	read: ListRead,
): Promise<void> {
	const { idField } = watch.spec;
	const seen = await SeenRecords.from(read.existing, watch.fields);
	async function* onceOrTwice() {
		yield* readList({ cursor: read.cursor, isFirstRead: true });
		if (read.isRepeated || seen.size >= (read.totalCount ?? 0)) return;
		// A record that was left out would be new later. No third time: services may count what they do
		// not list.
		read.isRepeated = true;
		yield* readList({ isFirstRead: true });
	}
	const stopReason = await readOn(read, onceOrTwice(), ({ records }) => {
		for (const record of records) seen.add(seen.compare(idOf(record, idField), record));
		return undefined;
	});
	if (stopReason === 'complete') {
		progress.unsavedFirstRead = seen.serialize();
		store(context, watchKey, seen);
	} else read.existing = seen.serialize();
	endPoll(progress, read, stopReason, { now, seenCount: seen.size });
	logPoll(context, read, stopReason, { remembered: seen.size });
}

/** Delivers what has changed, and remembers what it has seen. */
async function readChanges(
	{ context, watch, watchKey, progress, readList, now }: ListPoll,
	read: ListRead,
	seen: SeenRecords,
): Promise<INodeExecutionData[]> {
	const finder = new ChangeFinder(seen, watch);
	const stopReason = await readOn(read, readList({ cursor: read.cursor }), (page) => {
		if (!finder.inspectAll(page.records)) return 'limitReached';
		const { uncounted } = progress;
		// Never without a count, or when it fell: then the whole list is read.
		const countMatches = uncounted !== undefined && read.totalCount === seen.size - uncounted;
		const canStop = countMatches && page.hasMore && !read.isFull;
		return canStop ? 'countMatches' : undefined;
	});
	store(context, watchKey, seen);
	endPoll(progress, read, stopReason, { now, seenCount: seen.size });
	const outputs = [...finder.changes.values()].map((change) => ({ json: watch.toOutput(change) }));
	const { leftOut } = finder;
	const counts = { remembered: seen.size, leftOut, delivered: outputs.length };
	logPoll(context, read, stopReason, counts);
	return outputs;
}

/** Finds changes by IDs and marks alone, and remembers them. */
class ChangeFinder {
	/** Those to deliver, by the record's key. */
	readonly changes = new Map<string, RecordChange>();
	/** How many others were new or changed. */
	leftOut = 0;

	constructor(
		private readonly seen: SeenRecords,
		private readonly watch: Watch,
	) {}

	/** False if the records have more changes than a poll delivers. */
	inspectAll(records: IDataObject[]): boolean {
		return records.every((record) => this.inspect(record));
	}

	private inspect(record: IDataObject): boolean {
		const { spec, isWanted, maxPerPoll } = this.watch;
		const compared = this.seen.compare(idOf(record, spec.idField), record);
		const { key, before, marks, changedFields } = compared;
		if (marks === before || this.changes.has(key)) return true;

		const change = { record, before, changedFields };
		// A field that was not watched before has a mark for the first time: that is no change.
		const isChange = isNew(change) || changedFields.length > 0;
		if (isChange && isWanted(change)) {
			if (this.changes.size === maxPerPoll) return false;
			this.changes.set(key, change);
		} else if (isChange) this.leftOut++;
		this.seen.add(compared);
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
