import type {
	IDataObject,
	INodeProperties,
	INodePropertyOptions,
	PreSendAction,
} from 'n8n-workflow';

import { singleRequest, type RequestData, type RequestFlow } from '../transport/request';
import { flag, isOn, knownOptions, settingAt } from './choice';
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
const PATH = `options.${OUTPUT_FIELDS}`;
const DISPLAY_NAME = 'Output Fields';
const NAMES: Record<string, string> = {
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
		.replace(/[A-Z][a-z]*/g, (word) => ` ${NAMES[word] ?? word}`)
		.trim();

/** A list of fields to choose from, in alphabetical order. */
export const fieldOptions = (fields: readonly string[]): INodePropertyOptions[] =>
	fields
		.map((field) => ({ name: displayNameOf(field), value: field }))
		.sort((one, other) => one.name.localeCompare(other.name));

export const chosenFields = (context: Pick<FieldContext, 'getNode'>): string[] =>
	(settingAt(context, PATH) as string[] | undefined) ?? [];

/**
 * The fields that records are given with; if none is chosen, all of them, or those that Simplify
 * leaves.
 */
export function outputFields(record: RecordFields, isSimplified = false): INodeProperties {
	const { idField, fields, added = [] } = record;
	const check: PreSendAction = async function (request) {
		knownOptions(this, { displayName: DISPLAY_NAME }, chosenFields(this), [
			idField,
			...added,
			...fields,
		]);
		return request;
	};
	return {
		displayName: DISPLAY_NAME,
		name: OUTPUT_FIELDS,
		type: 'multiOptions',
		noDataExpression: true,
		default: [],
		description: `The fields to return. ${displayNameOf(idField)} is always returned. If empty, all fields are returned${isSimplified ? ', unless Simplify is on' : ''}.`,
		routing: { send: { preSend: [check] } },
		options: fieldOptions(fields),
	};
}

/** These fields of a record, null for those that it lacks. */
const pick = (record: IDataObject, names: readonly string[]): IDataObject =>
	Object.fromEntries(names.map((name) => [name, record[name] ?? null]));

/** The chosen fields of a record; all, if none is chosen or nothing was found. */
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

/**
 * At most 10, each with the path of its value in the service's record; `length` at its end counts a
 * list.
 */
export type SimplifiedFields = Record<string, string>;

/** For operations whose response has more than 10 fields. */
export const simplify = flag({
	displayName: 'Simplify',
	name: 'simplify',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

export const sameNamed = (...names: string[]): SimplifiedFields =>
	Object.fromEntries(names.map((name) => [name, name]));

/** A list as text, for one cell of a spreadsheet. */
function flat(value: unknown): unknown {
	if (!Array.isArray(value)) return value;
	const filled: unknown[] = value.filter((one) => one !== null);
	return filled.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ');
}

function at(record: IDataObject, path: string): IDataObject[string] {
	const step = (value: unknown, key: string): unknown =>
		typeof value === 'object' ? (value as IDataObject | null)?.[key] : undefined;
	return (flat(path.split('.').reduce(step, record)) ?? null) as IDataObject[string];
}

/**
 * With Simplify: these fields, or null, and those of `namesBeside` as they are. Fields that the
 * user chose win.
 */
export const simplified = (
	fields: SimplifiedFields,
	flow = singleRequest,
	namesBeside: (requestData: RequestData) => string[] = () => [],
): RequestFlow =>
	async function (requestData) {
		const isSimplified = isOn(this, simplify, simplify.name) && chosenFields(this).length === 0;
		const records = await flow.call(this, requestData);
		if (!isSimplified) return records;
		const beside = namesBeside(requestData).filter((name) => !(name in fields));
		const paths = Object.entries(fields);
		const simpler = (record: IDataObject): IDataObject => ({
			...Object.fromEntries(paths.map(([name, path]) => [name, at(record, path)])),
			...pick(record, beside),
		});
		return records.map(({ json }) => ({ json: simpler(json) }));
	};
