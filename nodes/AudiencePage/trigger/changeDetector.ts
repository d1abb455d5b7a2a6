import { sleep, type IDataObject } from 'n8n-workflow';

import { canonicalJson } from '../shared/canonicalJson';
import { RequestAbortedError } from '../transport/apiClient';
import { isEmpty } from '../shared/values';
import type { Page } from '../transport/pagination';
import { fingerprint, type Layout, type DeliveredRecords } from './deliveredRecords';

/** What makes a record news. */
export interface WatchSpec {
	/** What the records are called where there are none. */
	noun: string;
	/** The fields that make the list shorter, if it has any. */
	filter?: string;
	/** The field that identifies a record. */
	idField: string;
	/**
	 * What of a record counts as its content: news again when it has changed. A record counts once without
	 * it, and where it is undefined, nothing is said of a change.
	 */
	contentOf?: (record: IDataObject) => unknown;
	/** Version 1.0.0 did not look at the content of these records. */
	tracksContentSince101?: boolean;
	/** What is delivered, instead of the record alone. */
	toOutput?: (record: IDataObject, markBefore: string | undefined) => IDataObject;
}

/** How an event's records are remembered. */
export const layoutOf = ({ contentOf, tracksContentSince101 = false }: WatchSpec): Layout => {
	if (!contentOf) return 'ids';
	return tracksContentSince101 ? 'marksApart' : 'idsWithMarks';
};

/** Records that are looked at before n8n gets its turn, however many a page has. */
export const RECORDS_PER_YIELD = 500;

/** A record that was not delivered as it is now. */
export interface Change {
	id: string;
	record: IDataObject;
	fingerprint: string;
	/** Its mark when it was delivered; undefined if it never was. */
	previousFingerprint?: string;
}

/** Whether the record is new, and not only changed. */
export const isNew = ({ previousFingerprint }: Change): boolean => previousFingerprint === undefined;

/** A record that comes without its ID is told by all it has. */
const idOf = (record: IDataObject, { idField }: WatchSpec): string =>
	isEmpty(record[idField]) ? canonicalJson(record) : String(record[idField] as string);

/** The mark of a record with this content; it is the same for the same content. */
export const contentFingerprint = (content: unknown): string => fingerprint(canonicalJson(content));

/** The mark of a record, empty where its content does not count or is not known. */
function recordFingerprint(record: IDataObject, { contentOf }: WatchSpec): string {
	const content = contentOf?.(record);
	return content === undefined ? '' : contentFingerprint(content);
}

/** What a poll wants of a reading. */
export interface ReadLimits {
	/** It ends when more than these were found. */
	maxRecords: number;
	/** How many records of the list were delivered, if it tells how many it has. */
	count?: number;
	/** Whether every record is to be looked at, even if the count says that nothing else is new. */
	isFull: boolean;
	/** Whether it begins where an earlier one ended, and all before that place was looked at. */
	isResumed: boolean;
	/** Whether all that is there is remembered at once, and no news: no record is kept. */
	isBaseline?: boolean;
}

/**
 * How a reading ended. `whole`: every record was looked at. `explained`: the count says that nothing
 * else is new. `full`: more was found than is wanted. `late`: the time was up.
 */
export type ReadResult = 'complete' | 'countMatches' | 'limitReached' | 'timedOut';

/** Reads pages until all that is new is found. */
export class ChangeDetector {
	/** How many records the list has by the first answer, if it tells. */
	totalCount?: number;
	/** Where a reading that was not finished goes on; undefined at the beginning of the list. */
	resumeCursor?: string;
	/** How many of the records are new, and not only changed. */
	newCount = 0;

	private readonly found = new Map<string, Change>();
	private latest?: Page;

	constructor(
		private readonly kind: WatchSpec,
		private readonly memory: DeliveredRecords,
		private readonly wanted: ReadLimits,
	) {}

	/** What was found, in the order of the list. */
	get items(): Change[] {
		return [...this.found.values()];
	}

	/**
	 * @throws NodeApiError if a page cannot be read
	 * @throws Halted if the time is up before the first page is there
	 */
	async read(pages: AsyncIterable<Page>): Promise<ReadResult> {
		return await this.readAll(pages).catch((error: Error) => this.handleTimeout(error));
	}

	private async readAll(pages: AsyncIterable<Page>): Promise<ReadResult> {
		const { maxRecords, count, isFull, isResumed } = this.wanted;
		for await (const page of pages) {
			if (this.latest === undefined) this.totalCount = page.totalCount ?? undefined;
			this.latest = page;
			for (const [n, record] of page.records.entries()) {
				if (n % RECORDS_PER_YIELD === RECORDS_PER_YIELD - 1) await sleep(0);
				this.inspect(record);
			}

			if (this.found.size > maxRecords) {
				this.resumeCursor = page.cursor;
				return 'limitReached';
			}
			// A count that is missing or has fallen explains nothing: then all is read.
			const isExplained = count !== undefined && this.totalCount === count + this.newCount;
			if (isExplained && page.hasMore && !isFull) return 'countMatches';
			if (isExplained && !page.hasMore && isResumed) return 'complete';
		}
		return 'complete';
	}

	private inspect(record: IDataObject): void {
		const id = idOf(record, this.kind);
		const current = recordFingerprint(record, this.kind);
		const previousFingerprint = this.memory.fingerprintOf(id);
		const isUnchanged =
			previousFingerprint === current || (previousFingerprint !== undefined && current === '');
		if (isUnchanged || this.found.has(id)) return;

		if (previousFingerprint === undefined) this.newCount++;
		// A record that was delivered without a mark takes the one it is first seen with.
		if (this.wanted.isBaseline || previousFingerprint === '') this.memory.add(id, current);
		else this.found.set(id, { id, record, fingerprint: current, previousFingerprint });
	}

	private handleTimeout(error: Error): ReadResult {
		if (!(error instanceof RequestAbortedError) || this.latest === undefined) throw error;
		this.resumeCursor = this.latest.nextCursor;
		return 'timedOut';
	}
}
