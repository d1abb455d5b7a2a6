import { hash } from 'node:crypto';

import { sleep } from 'n8n-workflow';

/** Characters of base64, 6 bits each. With 100,000 records, 1 new record in 10^11 is mistaken for a delivered one. */
const KEY_LENGTH = 9;
/** Characters of base64. 1 change in 10^9 goes unnoticed. */
const FINGERPRINT_LENGTH = 5;
/** Stands for an unknown fingerprint: base64 has no such character. */
const NO_FINGERPRINT = '-'.repeat(FINGERPRINT_LENGTH);

/** How many entries are parsed or serialized before n8n can do other work: about 3 ms. */
export const ENTRIES_PER_YIELD = 2000;

const digest = (text: string, length: number): string => hash('sha256', text, 'base64').slice(0, length);

/** A short hash of what a record looked like. Equal texts have equal fingerprints. */
export const fingerprint = (text: string): string => digest(text, FINGERPRINT_LENGTH);

/**
 * What is stored of each record: its ID; its ID with its fingerprint; or all IDs, then all fingerprints.
 * The last is for events of which version 1.0.0 stored only IDs: each version can read what the other stored.
 */
export type Layout = 'ids' | 'idsWithFingerprints' | 'separateFingerprints';

/** Delivered records as text that JSON stores without escapes. */
export interface SerializedRecords {
	/** One entry after the other, all of the same length. */
	entries: string;
	/** With `separateFingerprints`: the fingerprints, in the order of the entries. */
	fingerprints?: string;
}

/**
 * The records that were delivered, or that existed when the trigger started from Now: their IDs, and for
 * events that report changes their fingerprints at that time.
 *
 * No record is ever removed. Lists that change while they are read can leave a record out once, and it is
 * not new when it is back. 100,000 records take 0.9 MB as text, or 1.4 MB with fingerprints.
 */
export class DeliveredRecords {
	/** Whether a record was added since this was parsed or last serialized. */
	hasChanged = false;

	/** By the first character of the key: a single map of a million entries would block n8n when it grows. */
	private readonly fingerprints = new Map<string, Map<string, string>>();

	constructor(private readonly layout: Layout) {}

	static async parse(
		layout: Layout,
		{ entries, fingerprints = '' }: SerializedRecords,
	): Promise<DeliveredRecords> {
		const delivered = new DeliveredRecords(layout);
		const isInEntry = layout === 'idsWithFingerprints';
		const length = KEY_LENGTH + (isInEntry ? FINGERPRINT_LENGTH : 0);
		for (let n = 0; n * length < entries.length; n++) {
			if (n % ENTRIES_PER_YIELD === ENTRIES_PER_YIELD - 1) await sleep(0);
			const entry = entries.slice(n * length, (n + 1) * length);
			const text = isInEntry
				? entry.slice(KEY_LENGTH)
				: fingerprints.slice(n * FINGERPRINT_LENGTH, (n + 1) * FINGERPRINT_LENGTH);
			delivered.set(entry.slice(0, KEY_LENGTH), text === NO_FINGERPRINT ? '' : text);
		}
		return delivered;
	}

	/** @returns an empty string if the fingerprint is unknown, undefined if the record was never added */
	fingerprintOf(id: string): string | undefined {
		const key = digest(id, KEY_LENGTH);
		return this.fingerprints.get(key.charAt(0))?.get(key);
	}

	/** Adds a record, or replaces its fingerprint; an empty one is unknown. */
	add(id: string, fingerprint: string): void {
		this.set(digest(id, KEY_LENGTH), this.layout === 'ids' ? '' : fingerprint);
		this.hasChanged = true;
	}

	async serialize(): Promise<SerializedRecords> {
		const textOf = (fingerprint: string) => fingerprint || NO_FINGERPRINT;
		const isInEntry = this.layout === 'idsWithFingerprints';
		const entries = await this.join((key, fingerprint) => (isInEntry ? key + textOf(fingerprint) : key));
		const fingerprints =
			this.layout === 'separateFingerprints'
				? await this.join((_key, fingerprint) => textOf(fingerprint))
				: undefined;
		this.hasChanged = false;
		return { entries, fingerprints };
	}

	private set(key: string, fingerprint: string): void {
		const first = key.charAt(0);
		const part = this.fingerprints.get(first) ?? new Map<string, string>();
		this.fingerprints.set(first, part.set(key, fingerprint));
	}

	private async join(entryOf: (key: string, fingerprint: string) => string): Promise<string> {
		const texts: string[] = [];
		let entries: string[] = [];
		for (const part of this.fingerprints.values()) {
			for (const [key, fingerprint] of part) {
				entries.push(entryOf(key, fingerprint));
				if (entries.length < ENTRIES_PER_YIELD) continue;
				texts.push(entries.join(''));
				entries = [];
				await sleep(0);
			}
		}
		return [...texts, ...entries].join('');
	}
}
