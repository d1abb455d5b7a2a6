import { hash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { yieldToEventLoop } from '../shared/eventLoop';
import { canonicalJson } from '../shared/hash';

/**
 * Characters of base64, 6 bits each. With 100,000 records, 1 new record in 10^11 is mistaken for a
 * delivered one.
 */
const KEY_LENGTH = 9;
/** Characters of base64. 1 change of a field in 10^7 goes unnoticed. */
const MARK_LENGTH = 4;
/**
 * The mark of a field that was not watched, or that the record did not have; base64 has no such
 * character.
 */
const UNKNOWN = '-'.repeat(MARK_LENGTH);

const digest = (text: string, length: number): string =>
	hash('sha256', text, 'base64').slice(0, length);

/** A short hash of a value: equal for equal content, whatever the order of its fields. */
export const markOf = (value: unknown): string => digest(canonicalJson(value), MARK_LENGTH);

/** The mark of the field at this place; unknown for a place of -1. */
const markAt = (marks: string, place: number): string =>
	place < 0 ? UNKNOWN : marks.slice(place * MARK_LENGTH, (place + 1) * MARK_LENGTH);

/** Text that JSON stores without escapes. */
export interface SerializedRecords {
	/** One entry after the other: the key of a record, then a mark for each field. */
	entries: string;
	/** The fields that have marks. */
	fields: string[];
}

/** A record beside what is remembered of it. */
interface Comparison {
	/** Stands for the record's ID. */
	key: string;
	/** Of the fields as they are now. */
	marks: string;
	/** The marks when it was added last; undefined if it never was. */
	before: string | undefined;
	/** Those that have another value than then. */
	changedFields: string[];
}

/**
 * The records that were delivered, or seen without being delivered: a key for each ID, and a mark
 * for each field whose changes count. No record is ever removed: lists that change while they are
 * read can leave a record out once, and it is not new when it is back. 100,000 records take 0.9 MB,
 * and 0.4 MB more for each field.
 */
export class SeenRecords {
	private readonly marksByKey = new Map<string, string>();
	private isOtherThanStored = false;

	private constructor(private readonly fields: readonly string[]) {}

	/** What was stored. Of fields that were not, nothing is known. */
	static async from(
		stored: SerializedRecords | undefined,
		fields: readonly string[],
	): Promise<SeenRecords> {
		const seen = new SeenRecords(fields);
		if (stored) await seen.load(stored);
		return seen;
	}

	get size(): number {
		return this.marksByKey.size;
	}

	/** Whether `serialize` gives something else than what was stored. */
	get hasChanged(): boolean {
		return this.isOtherThanStored;
	}

	/**
	 * A field that the record lacks keeps its last mark: a service that adds or drops a field changes
	 * no record.
	 */
	compare(id: string, record: IDataObject): Comparison {
		const key = digest(id, KEY_LENGTH);
		const before = this.marksByKey.get(key);
		const changedFields: string[] = [];
		const marks = this.fields.map((field, place) => {
			const previous = before === undefined ? UNKNOWN : markAt(before, place);
			if (record[field] === undefined) return previous;
			const current = markOf(record[field]);
			if (previous !== UNKNOWN && previous !== current) changedFields.push(field);
			return current;
		});
		return { key, before, changedFields, marks: marks.join('') };
	}

	add({ key, marks }: Comparison): void {
		this.marksByKey.set(key, marks);
		this.isOtherThanStored = true;
	}

	serialize(): SerializedRecords {
		const entries = Array.from(this.marksByKey, ([key, marks]) => key + marks);
		return { entries: entries.join(''), fields: [...this.fields] };
	}

	private async load({ entries, fields }: SerializedRecords): Promise<void> {
		const hasSameFields = fields.join() === this.fields.join();
		const places = this.fields.map((field) => fields.indexOf(field));
		const entryLength = KEY_LENGTH + fields.length * MARK_LENGTH;
		for (let start = 0; start < entries.length; start += entryLength) {
			await yieldToEventLoop();
			const marksStart = start + KEY_LENGTH;
			const stored = entries.slice(marksStart, start + entryLength);
			const marks = hasSameFields ? stored : places.map((place) => markAt(stored, place)).join('');
			this.marksByKey.set(entries.slice(start, marksStart), marks);
		}
		this.isOtherThanStored = !hasSameFields;
	}
}
