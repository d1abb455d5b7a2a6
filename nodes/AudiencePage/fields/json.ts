import type { IDataObject } from 'n8n-workflow';

import { isEmpty, isJsonObject } from '../shared/values';
import { fieldError, type FieldContext } from './fieldError';

/** The value of a JSON field: a text is parsed. NodeOperationError if it is no JSON. */
export function parsedJson(context: FieldContext, displayName: string, value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value) as unknown;
	} catch (error) {
		throw fieldError(context, displayName, `must be valid JSON: ${(error as Error).message}`);
	}
}

const EXAMPLE = 'e.g. {"stage":"won"}';

/** A JSON object, or a text that parses to one. NodeOperationError for anything else. */
export function jsonObject(
	context: FieldContext,
	displayName: string,
	value: unknown,
): IDataObject {
	const refused = (brokenRule: string) => fieldError(context, displayName, brokenRule);
	if (isEmpty(value)) throw refused(`must not be empty: enter a JSON object, ${EXAMPLE}`);
	const json = parsedJson(context, displayName, value);
	if (isJsonObject(json)) return json;
	if (!Array.isArray(json)) throw refused(`must be a JSON object, ${EXAMPLE}`);
	throw refused(
		`must be one JSON object, not a list of ${json.length}: use Split Out before this node`,
	);
}
