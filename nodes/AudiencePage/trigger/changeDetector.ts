import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { canonicalJson } from '../shared/hash';
import { forEachInTurns } from '../shared/turns';
import { isEmpty } from '../shared/values';
import { RequestAbortedError } from '../transport/apiClient';
import type { ListPage } from '../transport/pagination';
import { compareFields } from './changedFields';
import { fingerprint, type DeliveredRecords } from './deliveredRecords';

/** Which records of a list start the workflow, and what it gets of them. */
export interface WatchSpec {
	/** What an error calls a record: `log entry`. */
	noun: string;
	/** The fields with which users can narrow the list down, if there are any, as an error names them. */
	filter?: string;
	/** The field that identifies a record. */
	idField: string;
	/**
	 * The part of a record whose changes start the workflow again; without it, a record starts it once. A
	 * record for which it gives undefined counts as unchanged.
	 */
	contentOf?: (record: IDataObject) => unknown;
	/** The fields of this content, for events that name those that have changed. */
	fields?: readonly string[];
	/** Which records the user asks for, if there is a choice; undefined for all of them. */
	matches?: (context: IExecuteSingleFunctions) => ((record: IDataObject) => boolean) | undefined;
	/** Which of their changes the user asks for, if there is a choice. */
	wanted?: (context: IExecuteSingleFunctions) => IsWanted;
	/** What a user without such records can do to see one: `create one with Person > Create`. */
	whereToCreate: string;
	/** What the workflow gets in place of the record. */
	toOutput?: (change: RecordChange) => IDataObject;
}

/** A record that was not delivered as it is now. */
export interface RecordChange {
	record: IDataObject;
	/** The fingerprint of its content when it was delivered; undefined if it was never delivered. */
	previousFingerprint?: string;
	/** The fields that have changed, where an event names them; undefined if that is not known. */
	changedFields?: string[];
}

export type IsWanted = (change: RecordChange) => boolean;

/** A change with what is remembered of the record once it is delivered. */
export interface Change extends RecordChange {
	id: string;
	fingerprint: string;
	fieldFingerprints?: string[];
}

/** Whether the record was never delivered before. */
export const isNew = ({ previousFingerprint }: RecordChange): boolean => previousFingerprint === undefined;

/** A record without an ID is identified by all its fields. */
const idOf = (record: IDataObject, { idField }: WatchSpec): string =>
	isEmpty(record[idField]) ? canonicalJson(record) : String(record[idField] as string);

/** Equal for equal content, whatever the order of its fields. */
export const contentFingerprint = (content: unknown): string => fingerprint(canonicalJson(content));

/** Empty if changes do not count, or if the content is unknown. */
function recordFingerprint(record: IDataObject, { contentOf }: WatchSpec): string {
	const content = contentOf?.(record);
	return content === undefined ? '' : contentFingerprint(content);
}

/** How much of a list is read. */
export interface ReadOptions {
	/** Reading stops once more changes than this were found. */
	maxChanges: number;
	/** How many of the records that the list counts are known, if it has a count. */
	knownCount?: number;
	/** Whether to read the whole list, even if its count says that no other record is new. */
	isFullRead?: boolean;
	/** Whether an earlier read has found changes before the cursor that were not delivered. */
	hasBacklog?: boolean;
	/** Whether to add all records to the delivered ones, and report none of them as a change. */
	isBaseline?: boolean;
	/** Which changes are reported. All others are only to be remembered. */
	isWanted?: IsWanted;
}

/**
 * Why reading stopped. `complete`: every record was inspected. `countMatches`: the count says that no other
 * record is new. `limitReached`: more than `maxChanges` were found. `timedOut`: the poll has no time left.
 */
export type StopReason = 'complete' | 'countMatches' | 'limitReached' | 'timedOut';

/** Finds the changes in a list since its records were delivered, by IDs and fingerprints alone. */
export class ChangeDetector {
	/** The count of the list on the first page read, if it has one. */
	totalCount?: number;
	/** Where to resume a read that was not finished; undefined at the beginning of the list. */
	resumeCursor?: string;
	/** How many records were never delivered before; in a baseline, how many were read. */
	newCount = 0;

	private readonly found = new Map<string, Change>();
	private readonly notReported = new Map<string, Change>();
	private lastPage?: ListPage;

	constructor(
		private readonly spec: WatchSpec,
		private readonly delivered: DeliveredRecords,
		private readonly options: ReadOptions,
	) {}

	/** In the order of the list. */
	get changes(): Change[] {
		return [...this.found.values()];
	}

	/** What is only to be remembered: changes that nobody asks for, and content that was unknown until now. */
	get unreported(): Change[] {
		return [...this.notReported.values()];
	}

	/**
	 * @throws NodeApiError if a page cannot be read
	 * @throws RequestAbortedError if the poll's time is up before the first page is there
	 */
	async read(pages: AsyncIterable<ListPage>): Promise<StopReason> {
		return await this.inspectPages(pages).catch((error: Error) => this.stopIfTimedOut(error));
	}

	private async inspectPages(pages: AsyncIterable<ListPage>): Promise<StopReason> {
		const { maxChanges, knownCount = NaN, isFullRead, hasBacklog } = this.options;
		for await (const page of pages) {
			if (this.lastPage === undefined) this.totalCount = page.totalCount ?? undefined;
			this.lastPage = page;
			await forEachInTurns(page.records, (record) => this.inspect(record));

			if (this.found.size > maxChanges) {
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

	private inspect(record: IDataObject): void {
		const { delivered, spec } = this;
		const id = idOf(record, spec);
		const fingerprint = recordFingerprint(record, spec);
		const previousFingerprint = delivered.fingerprintOf(id);
		const lacksFields = delivered.lacksFields(id);
		const isSame =
			previousFingerprint === fingerprint || (previousFingerprint !== undefined && fingerprint === '');
		const isInspected = this.found.has(id) || this.notReported.has(id);
		if (isInspected || (isSame && !lacksFields)) return;

		const { changedFields, isUnsure, fieldFingerprints } = compareFields(id, record, delivered);
		const isNewRecord = previousFingerprint === undefined;
		const isKnown = isNewRecord || changedFields.length > 0 || !isUnsure;
		const change: Change = {
			id,
			record,
			fingerprint,
			fieldFingerprints,
			previousFingerprint,
			changedFields: isKnown ? changedFields : undefined,
		};
		if (isNewRecord) this.newCount++;
		// A record whose fingerprint was unknown until now has not changed.
		const isReported = !isSame && previousFingerprint !== '' && this.isReported(change);
		if (this.options.isBaseline) delivered.add(id, fingerprint, fieldFingerprints);
		else if (isReported) this.found.set(id, change);
		// Without the record: there can be many.
		else this.notReported.set(id, { ...change, record: {} });
	}

	private isReported(change: RecordChange): boolean {
		const { isWanted = () => true } = this.options;
		const namesNone = this.delivered.fields.length > 0 && change.changedFields?.length === 0;
		return (isNew(change) || !namesNone) && isWanted(change);
	}

	private stopIfTimedOut(error: Error): StopReason {
		if (!(error instanceof RequestAbortedError) || this.lastPage === undefined) throw error;
		this.resumeCursor = this.lastPage.nextCursor;
		return 'timedOut';
	}
}
