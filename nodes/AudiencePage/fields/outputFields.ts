import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeProperties,
	INodePropertyOptions,
	PreSendAction,
} from 'n8n-workflow';

import { commaSeparated } from '../shared/values';
import { chosenOptions } from './choice';

/** The fields of a record, by which the user chooses what is given. */
export interface RecordFields {
	/** Identifies the record: it is always given. */
	idField: string;
	/** All others, in the service's order. */
	fields: readonly string[];
	/** What an operation adds to the record, which is always given too. */
	added?: readonly string[];
}

type Context = Pick<IExecuteSingleFunctions, 'getNode' | 'getItemIndex' | 'getNodeParameter'>;

export const OUTPUT_FIELDS = 'outputFields';
const PATH = `options.${OUTPUT_FIELDS}`;
const DISPLAY_NAME = 'Output Fields';
const SPELLINGS: Record<string, string> = {
	Id: 'ID',
	Url: 'URL',
	Ai: 'AI',
	Cta: 'CTA',
	Linkedin: 'LinkedIn',
};

/** "LinkedIn Profile URL" for `linkedinProfileUrl`. */
const displayNameOf = (field: string): string =>
	field
		.replace(/[A-Z]/g, ' $&')
		.replace(/^./, (first) => first.toUpperCase())
		.split(' ')
		.map((word) => SPELLINGS[word] ?? word)
		.join(' ');

/** A list of fields to choose from, in alphabetical order. */
export const fieldOptions = (fields: readonly string[]): INodePropertyOptions[] =>
	fields
		.map((field) => ({ name: displayNameOf(field), value: field }))
		.sort((one, other) => one.name.localeCompare(other.name));

/** What was chosen. */
export const chosenFields = (context: Context): unknown[] =>
	commaSeparated(context.getNodeParameter(PATH, []));

/** Whether the user has chosen fields. */
export const hasChosenFields = (context: Context): boolean => chosenFields(context).length > 0;

/** The fields that records are given with; all of them, if none is chosen. */
export function outputFields({ idField, fields, added = [] }: RecordFields): INodeProperties {
	const known = [idField, ...added, ...fields];
	const check: PreSendAction = async function (request) {
		chosenOptions(this, { displayName: DISPLAY_NAME }, PATH, known);
		return request;
	};
	return {
		displayName: DISPLAY_NAME,
		name: OUTPUT_FIELDS,
		type: 'multiOptions',
		default: [],
		description: `The fields to return. ${displayNameOf(idField)} is always returned. If empty, all fields are.`,
		routing: { send: { preSend: [check] } },
		options: fieldOptions(fields),
	};
}

/**
 * Makes records of those fields that the user has chosen: null for those that the service does not return.
 *
 * @returns a function that gives a record as it is, if none is chosen or it stands for nothing found
 */
export function fieldSelection(
	context: Context,
	{ idField, fields, added = [] }: RecordFields,
): (record: IDataObject) => IDataObject {
	const chosen = chosenFields(context);
	if (chosen.length === 0) return (record) => record;
	const given = [idField, ...added, ...fields.filter((field) => chosen.includes(field))];
	return (record) => {
		const isEmptyItem = Object.keys(record).length === 0;
		return isEmptyItem ? record : Object.fromEntries(given.map((field) => [field, record[field] ?? null]));
	};
}
