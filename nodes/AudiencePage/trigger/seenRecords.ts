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
/** How many wait until they are sorted into the text: more would hold n8n's event loop. */
const MAX_PENDING = 5000;
const markAt = (text: string, start: number): string => text.slice(start, start + MARK_LENGTH);
const digest = (text: string, length: number): string =>
	hash('sha256', text, 'base64').slice(0, length);

/** A short hash of a value: equal for equal content, whatever the order of its fields. */
export const markOf = (value: unknown): string => digest(canonicalJson(value), MARK_LENGTH);

/** Text that JSON stores without escapes. */
export interface SerializedRecords {
	/** One entry after the other, sorted: the key of a record, then a mark for each field. */
	entries: string;
	/** The fields that have marks. */
	fields: string[];
}

const lengthOfEntry = ({ fields }: SerializedRecords): number =>
	KEY_LENGTH + fields.length * MARK_LENGTH;

/** A record beside what is remembered of it. */
export interface Comparison {
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
	/** The marks by key of those that are not in the text yet, or not as they are now. */
	private readonly pending = new Map<string, string>();
	private newCount = 0;

	private constructor(
		private readonly original: SerializedRecords | undefined,
		/** Searched as it is: a map of a million records would take seconds at each poll. */
		private text: SerializedRecords,
	) {}

	/** Of fields that were not stored, nothing is known. */
	static async from(
		stored: SerializedRecords | undefined,
		fields: readonly string[],
	): Promise<SeenRecords> {
		const hasFields = stored?.fields.join() === fields.join();
		const text = hasFields ? stored : await withFields(fields, stored);
		return new SeenRecords(stored, text);
	}

	get size(): number {
		return this.textCount + this.newCount;
	}

	/** Whether `serialize` gives something else than what was stored. */
	get hasChanged(): boolean {
		return this.pending.size > 0 || this.text !== this.original;
	}

	/**
	 * A field that the record lacks keeps its last mark: a service that adds or drops a field changes
	 * no record.
	 */
	compare(id: string, record: IDataObject): Comparison {
		const key = digest(id, KEY_LENGTH);
		const before = this.marksOf(key);
		const changedFields: string[] = [];
		const marks = this.text.fields.map((field, n) => {
			const previous = before === undefined ? UNKNOWN : markAt(before, n * MARK_LENGTH);
			if (record[field] === undefined) return previous;
			const current = markOf(record[field]);
			if (previous !== UNKNOWN && previous !== current) changedFields.push(field);
			return current;
		});
		return { key, before, changedFields, marks: marks.join('') };
	}

	add({ key, marks, before }: Comparison): void {
		if (before === undefined) this.newCount++;
		this.pending.set(key, marks);
		if (this.pending.size >= MAX_PENDING) this.serialize();
	}

	serialize(): SerializedRecords {
		if (this.pending.size === 0) return this.text;
		const { entries, fields } = this.text;
		const texts: string[] = [];
		let copied = 0;
		const keys = [...this.pending.keys()].sort();
		for (const key of keys) {
			const place = this.placeOf(key);
			const start = place * this.entryLength;
			texts.push(entries.slice(copied, start), key, this.pending.get(key) as string);
			copied = this.keyAt(place) === key ? start + this.entryLength : start;
		}
		texts.push(entries.slice(copied));
		this.text = { entries: texts.join(''), fields };
		this.pending.clear();
		this.newCount = 0;
		return this.text;
	}

	private get entryLength(): number {
		return lengthOfEntry(this.text);
	}

	private get textCount(): number {
		return this.text.entries.length / this.entryLength;
	}

	private marksOf(key: string): string | undefined {
		const pending = this.pending.get(key);
		if (pending !== undefined) return pending;
		const place = this.placeOf(key);
		if (this.keyAt(place) !== key) return undefined;
		const start = place * this.entryLength;
		return this.text.entries.slice(start + KEY_LENGTH, start + this.entryLength);
	}

	/** How many keys of the text come before this one. */
	private placeOf(key: string): number {
		let low = 0;
		let high = this.textCount;
		while (low < high) {
			const middle = Math.floor((low + high) / 2);
			if (this.keyAt(middle) < key) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	private keyAt(place: number): string {
		const start = place * this.entryLength;
		return this.text.entries.slice(start, start + KEY_LENGTH);
	}
}

/** The same records with the marks of these fields. */
async function withFields(
	fields: readonly string[],
	stored: SerializedRecords = { entries: '', fields: [] },
): Promise<SerializedRecords> {
	const { entries } = stored;
	const places = fields.map((field) => stored.fields.indexOf(field));
	const texts: string[] = [];
	for (let at = 0; at < entries.length; at += lengthOfEntry(stored)) {
		await yieldToEventLoop();
		const marks = at + KEY_LENGTH;
		texts.push(entries.slice(at, marks));
		for (const place of places)
			texts.push(place < 0 ? UNKNOWN : markAt(entries, marks + place * MARK_LENGTH));
	}
	return { entries: texts.join(''), fields: [...fields] };
}
