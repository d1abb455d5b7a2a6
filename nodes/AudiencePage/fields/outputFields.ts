import type {
	IDataObject,
	INodeProperties,
	INodePropertyOptions,
	PreSendAction,
} from 'n8n-workflow';

import { knownOptions, settingAt } from './choice';
import type { FieldContext } from './fieldError';

/** The fields of a record, by which the user chooses what is given. */
export interface RecordFields {
	/** Always given. */
	idField: string;
	/** All others, in the service's order. */
	fields: readonly string[];
	/** What an operation adds to the record: always given too. */
	added?: readonly string[];
}

export const OUTPUT_FIELDS = 'outputFields';
const DISPLAY_NAME = 'Output Fields';

/** The words that are not only capitalized. */
const DISPLAY_WORDS: Record<string, string> = {
	Id: 'ID',
	Url: 'URL',
	Ai: 'AI',
	Cta: 'CTA',
	Linkedin: 'LinkedIn',
};

/** "LinkedIn Profile URL" for `linkedinProfileUrl`. */
export const displayNameOf = (field: string): string =>
	field
		.replace(/^./, (first) => first.toUpperCase())
		.replace(/[A-Z][a-z]*/g, (word) => ` ${DISPLAY_WORDS[word] ?? word}`)
		.trim();

/** A list of fields to choose from, in alphabetical order. */
export const fieldOptions = (fields: readonly string[]): INodePropertyOptions[] =>
	fields
		.map((field) => ({ name: displayNameOf(field), value: field }))
		.sort((a, b) => a.name.localeCompare(b.name));

/** Empty if all fields are to be returned. */
export const chosenFields = (context: Pick<FieldContext, 'getNode'>): string[] =>
	(settingAt(context, `options.${OUTPUT_FIELDS}`) as string[] | undefined) ?? [];

/**
 * The fields that records are given with; if none is chosen, all of them, or those that Simplify
 * leaves.
 */
export function outputFields(record: RecordFields, isSimplified = false): INodeProperties {
	const { idField, fields, added = [] } = record;
	const allFields = [idField, ...added, ...fields];
	const check: PreSendAction = async function (request) {
		knownOptions(this, { displayName: DISPLAY_NAME }, chosenFields(this), allFields);
		return request;
	};
	const unlessSimplified = isSimplified ? ', unless Simplify is on' : '';
	return {
		displayName: DISPLAY_NAME,
		name: OUTPUT_FIELDS,
		type: 'multiOptions',
		noDataExpression: true,
		default: [],
		description: `The fields to return. ${displayNameOf(idField)} is always returned. If empty, all fields are returned${unlessSimplified}.`,
		routing: { send: { preSend: [check] } },
		options: fieldOptions(fields),
	};
}

/** These fields of a record, null for those that it lacks. */
export const pick = (record: IDataObject, names: readonly string[]): IDataObject =>
	Object.fromEntries(names.map((name) => [name, record[name] ?? null]));

/** Gives the chosen fields of a record; all, if none is chosen, and none of an empty item. */
export function fieldSelection(
	context: FieldContext,
	{ idField, fields, added = [] }: RecordFields,
): (record: IDataObject) => IDataObject {
	const chosen = chosenFields(context);
	if (chosen.length === 0) return (record) => record;
	const returned = [...added, idField, ...fields.filter((field) => chosen.includes(field))];
	return (record) => {
		if (Object.keys(record).length === 0) return record;
		return pick(record, 'leftOut' in record ? [...returned, 'leftOut'] : returned);
	};
}
