import type { IDataObject } from 'n8n-workflow';

import { canonicalJson } from '../shared/hash';
import { isEmpty } from '../shared/values';
import { RequestAbortedError } from '../transport/pendingRequest';
import type { Comparison, DeliveredRecords } from './deliveredRecords';
import { PartlyReadError, type ListPart } from './listReaders';
import { isNew, type RecordChange } from './watch';

/** A change with what is remembered of the record once it is delivered. */
export type Change = RecordChange & Comparison;

interface ReadOptions {
	/** The field that identifies a record; without it, all fields do. */
	idField: string;
	/** Which changes are reported. The others are only remembered. */
	isWanted: (change: RecordChange) => boolean;
	maxChanges: number;
	/** How many of the records that the list counts are known. */
	knownCount: number;
	/** Whether to read the whole list, even if its count says that no other record is new. */
	isFullRead: boolean;
	/** Whether an earlier read has found changes before the cursor that were not delivered. */
	hasBacklog: boolean;
}

/**
 * Why reading stopped; `countMatches`: no other record is new; `partlyRead`: not all of several
 * lists could be read.
 */
export type StopReason = 'complete' | 'limitReached' | 'timedOut' | 'countMatches' | 'partlyRead';

/** Finds the changes in a list since its records were delivered, by IDs and marks alone. */
export class ChangeDetector {
	/** The count of the list when reading began; undefined if it has none. */
	totalCount?: number;
	/** Where to resume a read that was not finished; undefined at the beginning of the list. */
	resumeCursor?: string;
	/** How many records were never delivered before. */
	newCount = 0;
	readonly changes = new Map<string, Change>();
	/** Without the records: there can be many. */
	readonly unreported = new Map<string, Change>();
	private lastPage?: ListPart;

	constructor(
		private readonly delivered: DeliveredRecords,
		private readonly options: ReadOptions,
	) {}

	/**
	 * @throws NodeApiError if nothing was found in what can be read, RequestAbortedError if time is
	 * up before that
	 */
	async read(pages: AsyncIterable<ListPart>): Promise<StopReason> {
		return await this.inspectPages(pages).catch((error: Error) => this.stopAt(error));
	}

	private async inspectPages(pages: AsyncIterable<ListPart>): Promise<StopReason> {
		const { maxChanges, knownCount, isFullRead, hasBacklog } = this.options;
		for await (const page of pages) {
			this.totalCount ??= page.totalCount;
			this.lastPage = page;
			this.inspectAll(page.records);

			if (this.changes.size > maxChanges) {
				this.resumeCursor = page.cursor;
				return 'limitReached';
			}
			// Never true without a count, or when it fell: then the whole list is read.
			const countMatches = this.totalCount === knownCount + this.newCount;
			if (countMatches && page.hasMore && !isFullRead) return 'countMatches';
			if (countMatches && !page.hasMore && !hasBacklog) return 'complete';
		}
		return 'complete';
	}

	private inspectAll(records: IDataObject[]): void {
		for (const record of records) this.inspect(record);
	}

	private inspect(record: IDataObject): void {
		const { idField, isWanted } = this.options;
		const id = isEmpty(record[idField]) ? canonicalJson(record) : String(record[idField] as string);
		const compared = this.delivered.compare(id, record);
		const { key, marks, before, changedFields } = compared;
		if (marks === before || this.changes.has(key) || this.unreported.has(key)) return;

		const change: Change = { ...compared, record };
		if (isNew(change)) this.newCount++;
		// A field that was not watched before has a mark for the first time: that is no change.
		if ((isNew(change) || changedFields.length > 0) && isWanted(change))
			this.changes.set(key, change);
		else this.unreported.set(key, { ...change, record: {} });
	}

	private stopAt(error: Error): StopReason {
		if (error instanceof PartlyReadError) {
			if (this.changes.size === 0) throw error.failure;
			return 'partlyRead';
		}
		if (!(error instanceof RequestAbortedError) || this.lastPage === undefined) throw error;
		this.resumeCursor = this.lastPage.nextCursor;
		return 'timedOut';
	}
}
