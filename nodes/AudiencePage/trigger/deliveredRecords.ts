import { hash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { canonicalJson } from '../shared/hash';
import { yieldToEventLoop } from '../shared/eventLoop';
import { getOrMake } from '../shared/values';

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
const markAt = (text: string, start: number): string => text.slice(start, start + MARK_LENGTH);
const digest = (text: string, length: number): string =>
	hash('sha256', text, 'base64').slice(0, length);

/** A short hash of a value: equal for equal content, whatever the order of its fields. */
export const markOf = (value: unknown): string => digest(canonicalJson(value), MARK_LENGTH);

/** Text that JSON stores without escapes. */
export interface SerializedRecords {
	/** One entry after the other: the key of a record, then a mark for each field. */
	entries: string;
	/** The fields that have marks. */
	fields: string[];
}

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
 * The records that were delivered, or that existed when the trigger started from Now: a key for
 * each ID, and a mark for each field whose changes count. No record is ever removed. Lists that
 * change while they are read can leave a record out once, and it is not new when it is back.
 * 100,000 records take 0.9 MB as text, and 0.4 MB more for each field.
 */
export class DeliveredRecords {
	/** Whether this differs from what was parsed or last serialized. */
	hasChanged = false;

	/**
	 * The marks by key, in a map for each first character: one map of a million entries would block
	 * n8n when it grows.
	 */
	private readonly marks = new Map<string, Map<string, string>>();

	constructor(readonly fields: readonly string[]) {}

	static async parse(
		{ entries, fields: storedFields }: SerializedRecords,
		fields: readonly string[],
	) {
		const delivered = new DeliveredRecords(fields);
		const length = KEY_LENGTH + storedFields.length * MARK_LENGTH;
		const places = fields.map((field) => storedFields.indexOf(field));
		for (let at = 0; at < entries.length; at += length) {
			await yieldToEventLoop();
			const start = at + KEY_LENGTH;
			const marks = places.map((n) => (n < 0 ? UNKNOWN : markAt(entries, start + n * MARK_LENGTH)));
			delivered.add(entries.slice(at, start), marks.join(''));
		}
		delivered.hasChanged = storedFields.join() !== fields.join();
		return delivered;
	}

	/**
	 * A field that the record lacks keeps its last mark: a service that adds or drops a field changes
	 * no record.
	 */
	compare(id: string, record: IDataObject): Comparison {
		const key = digest(id, KEY_LENGTH);
		const before = this.marks.get(key.charAt(0))?.get(key);
		const changedFields: string[] = [];
		const marks = this.fields.map((field, n) => {
			const previous = before === undefined ? UNKNOWN : markAt(before, n * MARK_LENGTH);
			if (record[field] === undefined) return previous;
			const current = markOf(record[field]);
			if (![UNKNOWN, current].includes(previous)) changedFields.push(field);
			return current;
		});
		return { key, before, changedFields, marks: marks.join('') };
	}

	add(key: string, marks: string): void {
		getOrMake(this.marks, key.charAt(0), () => new Map<string, string>()).set(key, marks);
		this.hasChanged = true;
	}

	async serialize(): Promise<SerializedRecords> {
		const texts: string[] = [];
		for (const part of this.marks.values()) {
			for (const [key, marks] of part) texts.push(key + marks);
			await yieldToEventLoop();
		}
		this.hasChanged = false;
		return { entries: texts.join(''), fields: [...this.fields] };
	}
}
