import { hash } from 'node:crypto';

import { sleep } from 'n8n-workflow';

/** Characters of base64, 6 bits each. Of 100,000 records, one in 10^11 new ones is taken for another. */
export const KEY_LENGTH = 9;
/** Of 10^9 changes, one is taken for none. */
export const FINGERPRINT_LENGTH = 5;
/** In place of a mark that is not known: base64 has no such character. */
const NO_FINGERPRINT = '-'.repeat(FINGERPRINT_LENGTH);

/** Entries that are read or written before n8n gets its turn: some 3 ms of work. */
export const ENTRIES_PER_YIELD = 2000;

const digest = (text: string, length: number): string => hash('sha256', text, 'base64').slice(0, length);

/** What a record looked like, in few characters: two marks are equal if the texts are. */
export const fingerprint = (text: string): string => digest(text, FINGERPRINT_LENGTH);

/**
 * What is kept of a record: its ID alone; its ID and its mark; or the mark apart from the ID, for
 * events of which version 1.0.0 kept the ID alone: either version can read what the other has saved.
 */
export type Layout = 'ids' | 'idsWithMarks' | 'marksApart';

/** A memory as text, for static data: JSON leaves it as it is. */
export interface StoredRecords {
	delivered: string;
	/** The marks, where they are kept apart, in the order of the IDs. */
	marks?: string;
}

/**
 * The records that were delivered, each by its ID, and where changes count with its mark at the time.
 *
 * Nothing is ever forgotten: a record that a list leaves out once, as lists do that change while they
 * are read, is not news when it is back. 100,000 records take 0.9 MB as text, with marks 1.4 MB.
 */
export class DeliveredRecords {
	/** Whether it knows more than the text that it was read from, or was last written to. */
	hasChanged = false;

	/** By the first character of the key: one map of a million would hold up n8n whenever it grows. */
	private readonly fingerprints = new Map<string, Map<string, string>>();

	constructor(private readonly layout: Layout) {}

	/** Reads an earlier memory's text. */
	static async read(layout: Layout, { delivered, marks = '' }: StoredRecords): Promise<DeliveredRecords> {
		const memory = new DeliveredRecords(layout);
		const isMarkInEntry = layout === 'idsWithMarks';
		const length = KEY_LENGTH + (isMarkInEntry ? FINGERPRINT_LENGTH : 0);
		for (let n = 0; n * length < delivered.length; n++) {
			if (n % ENTRIES_PER_YIELD === ENTRIES_PER_YIELD - 1) await sleep(0);
			const entry = delivered.slice(n * length, (n + 1) * length);
			const mark = isMarkInEntry
				? entry.slice(KEY_LENGTH)
				: marks.slice(n * FINGERPRINT_LENGTH, (n + 1) * FINGERPRINT_LENGTH);
			memory.set(entry.slice(0, KEY_LENGTH), mark === NO_FINGERPRINT ? '' : mark);
		}
		return memory;
	}

	/** The mark of a record, empty where none is known; undefined if it was never delivered. */
	fingerprintOf(id: string): string | undefined {
		const key = digest(id, KEY_LENGTH);
		return this.fingerprints.get(key.charAt(0))?.get(key);
	}

	add(id: string, mark: string): void {
		this.set(digest(id, KEY_LENGTH), this.layout === 'ids' ? '' : mark);
		this.hasChanged = true;
	}

	async write(): Promise<StoredRecords> {
		const markText = (mark: string) => mark || NO_FINGERPRINT;
		const isMarkInEntry = this.layout === 'idsWithMarks';
		const delivered = await this.textOf((key, mark) => (isMarkInEntry ? key + markText(mark) : key));
		const marks =
			this.layout === 'marksApart' ? await this.textOf((_key, mark) => markText(mark)) : undefined;
		this.hasChanged = false;
		return { delivered, marks };
	}

	private set(key: string, mark: string): void {
		const first = key.charAt(0);
		const part = this.fingerprints.get(first) ?? new Map<string, string>();
		this.fingerprints.set(first, part.set(key, mark));
	}

	private async textOf(entryOf: (key: string, mark: string) => string): Promise<string> {
		const texts: string[] = [];
		let entries: string[] = [];
		for (const part of this.fingerprints.values()) {
			for (const [key, mark] of part) {
				entries.push(entryOf(key, mark));
				if (entries.length < ENTRIES_PER_YIELD) continue;
				texts.push(entries.join(''));
				entries = [];
				await sleep(0);
			}
		}
		return [...texts, ...entries].join('');
	}
}
