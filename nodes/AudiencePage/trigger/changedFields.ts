import type { IDataObject } from 'n8n-workflow';

import { canonicalJson } from '../shared/hash';
import {
	fieldFingerprint,
	MISSING_FIELD,
	NO_FIELD_FINGERPRINT,
	type DeliveredRecords,
} from './deliveredRecords';

/** What the fields of a record say of its changes since it was delivered. */
interface FieldComparison {
	/** Those that have changed. */
	changedFields: string[];
	/** Whether any may have changed, because nothing is known of how it was. */
	isUnsure: boolean;
	/** To be remembered of the record. */
	fieldFingerprints: string[];
}

/**
 * Compares the fields of a record that are watched with those that were remembered.
 *
 * A field that the record does not have says nothing: it keeps the fingerprint of its last value. So a release of the
 * service that adds a field to all records, or no longer returns one, changes none of them.
 */
export function compareFields(id: string, record: IDataObject, delivered: DeliveredRecords): FieldComparison {
	const changedFields: string[] = [];
	let isUnsure = false;
	const before = delivered.fieldFingerprintsOf(id);
	const fieldFingerprints = delivered.fields.map((field, n) => {
		const previous = before[n] ?? NO_FIELD_FINGERPRINT;
		const value = record[field];
		if (value === undefined) return previous === NO_FIELD_FINGERPRINT ? MISSING_FIELD : previous;
		const current = fieldFingerprint(canonicalJson(value));
		if (previous === NO_FIELD_FINGERPRINT) isUnsure = true;
		else if (previous !== MISSING_FIELD && previous !== current) changedFields.push(field);
		return current;
	});
	return { changedFields, isUnsure, fieldFingerprints };
}
