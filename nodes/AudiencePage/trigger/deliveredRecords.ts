import { hash } from 'node:crypto';

import { isTurnOver, nextTurn } from '../shared/turns';

/** Characters of base64, 6 bits each. With 100,000 records, 1 new record in 10^11 is mistaken for a delivered one. */
const KEY_LENGTH = 9;
/** Characters of base64. 1 change in 10^9 goes unnoticed. */
const FINGERPRINT_LENGTH = 5;
/** Characters of base64. 1 change in 10^7 of a single field goes unnoticed. */
const FIELD_FINGERPRINT_LENGTH = 4;
/** Stands for the characters of an unknown fingerprint: base64 has no such character. */
const UNKNOWN = '-';
/** The fingerprint of a content that is unknown. */
const NO_FINGERPRINT = UNKNOWN.repeat(FINGERPRINT_LENGTH);
/** The fingerprint of a field of which nothing is known. */
export const NO_FIELD_FINGERPRINT = UNKNOWN.repeat(FIELD_FINGERPRINT_LENGTH);
/** The fingerprint of a field that the record did not have. */
export const MISSING_FIELD = '.'.repeat(FIELD_FINGERPRINT_LENGTH);

const digest = (text: string, length: number): string => hash('sha256', text, 'base64').slice(0, length);

/** A short hash of what a record looked like. Equal texts have equal fingerprints. */
export const fingerprint = (text: string): string => digest(text, FINGERPRINT_LENGTH);

/** The same for a single field. */
export const fieldFingerprint = (text: string): string => digest(text, FIELD_FINGERPRINT_LENGTH);

/** Delivered records as text that JSON stores without escapes. */
export interface SerializedRecords {
	/** One entry after the other, all of the same length. */
	entries: string;
	/** The fields that have fingerprints of their own, if any have. */
	fields?: string[];
	/** Those fingerprints: of each entry, one a field. */
	fieldFingerprints?: string;
}

/** The part of a text that belongs to the n-th entry. */
const nth = (text: string, n: number, length: number): string => text.slice(n * length, (n + 1) * length);

/** Rearranges the fingerprints of an entry from the order of some fields to that of others. */
function fieldOrder(from: readonly string[], to: readonly string[]): (texts: string) => string {
	if (from.join() === to.join()) return (texts) => texts;
	const places = to.map((field) => from.indexOf(field));
	return (texts) =>
		places
			.map((place) => (place === -1 ? NO_FIELD_FINGERPRINT : nth(texts, place, FIELD_FINGERPRINT_LENGTH)))
			.join('');
}

/**
 * The records that were delivered, or that existed when the trigger started from Now: their IDs, and for
 * events that report changes their fingerprints at that time.
 *
 * No record is ever removed. Lists that change while they are read can leave a record out once, and it is
 * not new when it is back. 100,000 records take 0.9 MB as text, or 1.4 MB with fingerprints, and 0.4 MB more for
 * each field that has its own.
 */
export class DeliveredRecords {
	/** Whether a record was added since this was parsed or last serialized. */
	hasChanged = false;

	/**
	 * The fingerprint of each content, followed by those of its fields. By the first character of the key: a single
	 * map of a million entries would block n8n when it grows.
	 */
	private readonly fingerprints = new Map<string, Map<string, string>>();

	/**
	 * @param hasFingerprints whether a fingerprint is stored with each ID: the event reports changes
	 * @param fields those that have fingerprints of their own
	 */
	constructor(
		private readonly hasFingerprints: boolean,
		readonly fields: readonly string[] = [],
	) {}

	static async parse(
		hasFingerprints: boolean,
		{ entries, fields: storedFields = [], fieldFingerprints = '' }: SerializedRecords,
		fields: readonly string[] = [],
	): Promise<DeliveredRecords> {
		const delivered = new DeliveredRecords(hasFingerprints, fields);
		const length = KEY_LENGTH + (hasFingerprints ? FINGERPRINT_LENGTH : 0);
		const inOrder = fieldOrder(storedFields, fields);
		const fieldsLength = storedFields.length * FIELD_FINGERPRINT_LENGTH;
		for (let n = 0; n * length < entries.length; n++) {
			if (isTurnOver()) await nextTurn();
			const entry = nth(entries, n, length);
			const text = entry.slice(KEY_LENGTH);
			const ofFields = inOrder(nth(fieldFingerprints, n, fieldsLength));
			delivered.set(entry.slice(0, KEY_LENGTH), (text === NO_FINGERPRINT ? '' : text) + ofFields);
		}
		return delivered;
	}

	/** @returns an empty string if the fingerprint is unknown, undefined if the record was never added */
	fingerprintOf(id: string): string | undefined {
		const all = this.allOf(id);
		return all?.slice(0, all.length - this.fields.length * FIELD_FINGERPRINT_LENGTH);
	}

	/** The fingerprints of the fields of a record, in their order. */
	fieldFingerprintsOf(id: string): string[] {
		if (this.fields.length === 0) return [];
		const all = this.allOf(id);
		const first = (all?.length ?? 0) - this.fields.length * FIELD_FINGERPRINT_LENGTH;
		return this.fields.map((_, n) =>
			all === undefined ? NO_FIELD_FINGERPRINT : nth(all.slice(first), n, FIELD_FINGERPRINT_LENGTH),
		);
	}

	/** Whether fingerprints of some fields of a record are not known. */
	lacksFields(id: string): boolean {
		return this.fields.length > 0 && this.allOf(id)?.includes(UNKNOWN) === true;
	}

	/** Adds a record, or replaces its fingerprints; an empty one is unknown, and so are those of fields that are left out. */
	add(id: string, fingerprint: string, fieldFingerprints: string[] = []): void {
		const ofContent = this.hasFingerprints ? fingerprint : '';
		const ofFields = this.fields.map((_, n) => fieldFingerprints[n] ?? NO_FIELD_FINGERPRINT);
		this.set(digest(id, KEY_LENGTH), ofContent + ofFields.join(''));
		this.hasChanged = true;
	}

	async serialize(): Promise<SerializedRecords> {
		const fieldsLength = this.fields.length * FIELD_FINGERPRINT_LENGTH;
		const contentOf = (all: string) => all.slice(0, all.length - fieldsLength) || NO_FINGERPRINT;
		const entries = await this.join((key, all) => (this.hasFingerprints ? key + contentOf(all) : key));
		if (fieldsLength === 0) {
			this.hasChanged = false;
			return { entries };
		}
		const fieldFingerprints = await this.join((_key, all) => all.slice(all.length - fieldsLength));
		this.hasChanged = false;
		return { entries, fields: [...this.fields], fieldFingerprints };
	}

	private allOf(id: string): string | undefined {
		const key = digest(id, KEY_LENGTH);
		return this.fingerprints.get(key.charAt(0))?.get(key);
	}

	private set(key: string, fingerprints: string): void {
		const first = key.charAt(0);
		const part = this.fingerprints.get(first) ?? new Map<string, string>();
		this.fingerprints.set(first, part.set(key, fingerprints));
	}

	private async join(entryOf: (key: string, fingerprints: string) => string): Promise<string> {
		const texts: string[] = [];
		let entries: string[] = [];
		for (const part of this.fingerprints.values()) {
			for (const [key, fingerprints] of part) {
				entries.push(entryOf(key, fingerprints));
				if (!isTurnOver()) continue;
				texts.push(entries.join(''));
				entries = [];
				await nextTurn();
			}
		}
		return [...texts, ...entries].join('');
	}
}
