import { sleep, type IDataObject } from 'n8n-workflow';

import { canonicalJson } from '../execution/canonicalJson';
import { Halted } from '../transport/delivery';
import { isEmpty } from '../transport/isEmpty';
import type { Page } from '../transport/nextPage';
import { markOf, type Layout, type Memory } from './memory';

/** What makes a record news. */
export interface Kind {
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
	isContentNew?: boolean;
	/** What is delivered, instead of the record alone. */
	tell?: (record: IDataObject, markBefore: string | undefined) => IDataObject;
}

/** How an event's records are remembered. */
export const layoutOf = ({ contentOf, isContentNew = false }: Kind): Layout => {
	if (!contentOf) return 'ids';
	return isContentNew ? 'marksApart' : 'idsWithMarks';
};

/** Records that are looked at before n8n gets its turn, however many a page has. */
export const RECORDS_PER_TURN = 500;

/** A record that was not delivered as it is now. */
export interface Item {
	id: string;
	record: IDataObject;
	mark: string;
	/** Its mark when it was delivered; undefined if it never was. */
	markBefore?: string;
}

/** Whether the record is new, and not only changed. */
export const isFresh = ({ markBefore }: Item): boolean => markBefore === undefined;

/** A record that comes without its ID is told by all it has. */
const idOf = (record: IDataObject, { idField }: Kind): string =>
	isEmpty(record[idField]) ? canonicalJson(record) : String(record[idField] as string);

/** The mark of a record with this content; it is the same for the same content. */
export const markOfContent = (content: unknown): string => markOf(canonicalJson(content));

/** The mark of a record, empty where its content does not count or is not known. */
function markOfRecord(record: IDataObject, { contentOf }: Kind): string {
	const content = contentOf?.(record);
	return content === undefined ? '' : markOfContent(content);
}

/** What a poll wants of a reading. */
export interface Wanted {
	/** It ends when more than these were found. */
	most: number;
	/** How many records of the list were delivered, if it tells how many it has. */
	count?: number;
	/** Whether every record is to be looked at, even if the count says that nothing else is new. */
	isFull: boolean;
	/** Whether it begins where an earlier one ended, and all before that place was looked at. */
	isContinued: boolean;
	/** Whether all that is there is remembered at once, and no news: no record is kept. */
	isBaseline?: boolean;
}

/**
 * How a reading ended. `whole`: every record was looked at. `explained`: the count says that nothing
 * else is new. `full`: more was found than is wanted. `late`: the time was up.
 */
export type End = 'whole' | 'explained' | 'full' | 'late';

/** Reads pages until all that is new is found. */
export class News {
	/** How many records the list has by the first answer, if it tells. */
	totalCount?: number;
	/** Where a reading that was not finished goes on; undefined at the beginning of the list. */
	goOn?: string;
	/** How many of the records are new, and not only changed. */
	fresh = 0;

	private readonly found = new Map<string, Item>();
	private latest?: Page;

	constructor(
		private readonly kind: Kind,
		private readonly memory: Memory,
		private readonly wanted: Wanted,
	) {}

	/** What was found, in the order of the list. */
	get items(): Item[] {
		return [...this.found.values()];
	}

	/**
	 * @throws NodeApiError if a page cannot be read
	 * @throws Halted if the time is up before the first page is there
	 */
	async readFrom(pages: AsyncIterable<Page>): Promise<End> {
		return await this.readAll(pages).catch((error: Error) => this.late(error));
	}

	private async readAll(pages: AsyncIterable<Page>): Promise<End> {
		const { most, count, isFull, isContinued } = this.wanted;
		for await (const page of pages) {
			if (this.latest === undefined) this.totalCount = page.totalCount ?? undefined;
			this.latest = page;
			for (const [n, record] of page.records.entries()) {
				if (n % RECORDS_PER_TURN === RECORDS_PER_TURN - 1) await sleep(0);
				this.look(record);
			}

			if (this.found.size > most) {
				this.goOn = page.cursor;
				return 'full';
			}
			// A count that is missing or has fallen explains nothing: then all is read.
			const isExplained = count !== undefined && this.totalCount === count + this.fresh;
			if (isExplained && page.hasMore && !isFull) return 'explained';
			if (isExplained && !page.hasMore && isContinued) return 'whole';
		}
		return 'whole';
	}

	private look(record: IDataObject): void {
		const id = idOf(record, this.kind);
		const mark = markOfRecord(record, this.kind);
		const markBefore = this.memory.markOf(id);
		const isNoChange = markBefore === mark || (markBefore !== undefined && mark === '');
		if (isNoChange || this.found.has(id)) return;

		if (markBefore === undefined) this.fresh++;
		// A record that was delivered without a mark takes the one it is first seen with.
		if (this.wanted.isBaseline || markBefore === '') this.memory.remember(id, mark);
		else this.found.set(id, { id, record, mark, markBefore });
	}

	private late(error: Error): End {
		if (!(error instanceof Halted) || this.latest === undefined) throw error;
		this.goOn = this.latest.nextCursor ?? undefined;
		return 'late';
	}
}
