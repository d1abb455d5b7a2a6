import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { canonicalJson } from '../shared/hash';
import { log } from '../shared/log';
import { isEmpty } from '../shared/values';
import type { ListPage } from '../transport/pagination';
import { RequestAbortedError } from '../transport/apiClient';
import type { RequestData } from '../transport/request';
import type { PagesOfList } from './lists';
import { progressOf, type ListRead, type Progress, type StopReason } from './progress';
import { SeenRecords, type SerializedRecords } from './seenRecords';
import { store, storedRecords, watchKeyOf } from './state';
import { isNew, type RecordChange, type Watch } from './watch';

type Context = IExecutePaginationFunctions;

/**
 * The new and changed records of a list, as items. Nothing until an earlier poll of the node is
 * over: a slow one can last until the next one begins, and n8n has to save what it has delivered. A
 * poll that fails stores nothing, and the next one reads from the beginning.
 */
export async function pollList(
	context: Context,
	watch: Watch,
	requestData: RequestData,
	pagesOf: PagesOfList,
): Promise<INodeExecutionData[]> {
	const watchKey = await watchKeyOf(context, watch, requestData);
	const progress = progressOf(context, `${watchKey} ${watch.fields.join()}`);
	const stored = storedRecords(context, watchKey);
	if (progress.isPolling || progress.isDelivered(stored?.entries)) {
		log(context, 'pollSkipped');
		return [];
	}
	progress.isPolling = true;
	try {
		const readPages = (read: ListRead) => pagesOf(context, requestData, read);
		const outputs = await deliverChanges({ context, watch, watchKey, stored, progress, readPages });
		if (outputs.length > 0) progress.noteDelivery(stored?.entries);
		return outputs;
	} finally {
		progress.isPolling = false;
	}
}

/** What a poll works with. */
interface ListPoll {
	context: Context;
	watch: Watch;
	watchKey: string;
	/** What n8n had stored of the list when the poll began. */
	stored?: SerializedRecords;
	progress: Progress;
	/** The pages of the list from where a read goes on, each requested when it is asked for. */
	readPages: (read: ListRead) => AsyncIterable<ListPage>;
}

/** Reads on in the list, and remembers what it has seen. */
async function deliverChanges(poll: ListPoll): Promise<INodeExecutionData[]> {
	const { context, watch, watchKey, stored, progress, readPages } = poll;
	const isFirst = stored === undefined && !watch.fromEverything;
	const read = progress.takeRead(watch, isFirst);
	const seen = read.existing ?? (await SeenRecords.from(stored, watch.fields));
	const finder = new ChangeFinder(seen, watch, isFirst);

	const stopReason = await readOn(read, readPages(read), ({ records, hasMore }) => {
		if (!finder.inspectAll(records)) return 'limitReached';
		const canStop = hasMore && !read.isFull && progress.isAllSeen(read, seen.size);
		return canStop ? 'countMatches' : undefined;
	});

	if (isFirst && stopReason !== 'complete') read.existing = seen;
	else store(context, watchKey, seen);
	progress.endPoll(read, stopReason, seen.size);
	const outputs = [...finder.changes.values()].map((change) => ({ json: watch.toOutput(change) }));
	const { isFull: fullRead, totalCount: counted } = read;
	const facts = { stopped: stopReason, fullRead, counted, remembered: seen.size };
	const results = { leftOut: finder.leftOut, delivered: outputs.length };
	log(context, 'polled', isFirst ? facts : { ...facts, ...results });
	return outputs;
}

/**
 * Reads on, page by page, until `inspect` says why to stop, or the time is up.
 * @throws what reading throws, RequestAbortedError only if no page came in time
 */
async function readOn(
	read: ListRead,
	pages: AsyncIterable<ListPage>,
	inspect: (page: ListPage) => StopReason | undefined,
): Promise<StopReason> {
	let hasPage = false;
	const readPages = async (): Promise<StopReason> => {
		for await (const page of pages) {
			hasPage = true;
			read.totalCount ??= page.totalCount;
			read.cursor = page.cursor;
			const stopReason = inspect(page);
			if (stopReason) return stopReason;
			read.cursor = page.nextCursor;
		}
		return 'complete';
	};
	return await readPages().catch((error: Error) => {
		if (!(error instanceof RequestAbortedError) || !hasPage) throw error;
		return 'timedOut' as const;
	});
}

/** A record without an ID is identified by all its fields. */
const idOf = (record: IDataObject, idField: string): string =>
	isEmpty(record[idField]) ? canonicalJson(record) : String(record[idField] as string);

/** Finds changes by IDs and marks alone, and remembers them. */
class ChangeFinder {
	/** Those to deliver, by the record's key. */
	readonly changes = new Map<string, RecordChange>();
	/** How many others were new or changed. */
	leftOut = 0;

	constructor(
		private readonly seen: SeenRecords,
		private readonly watch: Watch,
		private readonly deliversNothing: boolean,
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
		if (isChange && !this.deliversNothing && isWanted(change)) {
			if (this.changes.size === maxPerPoll) return false;
			this.changes.set(key, change);
		} else if (isChange) this.leftOut++;
		this.seen.add(compared);
		return true;
	}
}
