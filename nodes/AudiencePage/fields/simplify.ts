import type { IDataObject, IExecutePaginationFunctions, INodeProperties } from 'n8n-workflow';

import { mapInTurns } from '../shared/turns';
import { isFalse } from '../shared/values';
import { hasChosenFields } from './outputFields';
import { bodyOf } from './routing';
import { singleRequest, type RequestFlow } from '../transport/request';

/**
 * The fields of a simplified record, at most 10: each by its name, with the path of its value in the
 * service's record. A path may end in `length`, which counts a list.
 */
export type SimplifiedFields = Record<string, string>;

/** For operations whose response has more than 10 fields. */
export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Fields that keep their names. */
export const sameNamed = (...names: string[]): SimplifiedFields =>
	Object.fromEntries(names.map((name) => [name, name]));

const inCell = (value: unknown): unknown => (typeof value === 'object' ? JSON.stringify(value) : value);

/** A list as text, for one cell of a spreadsheet. */
const flat = (value: unknown): unknown =>
	Array.isArray(value)
		? value
				.filter((one) => one !== null)
				.map(inCell)
				.join(', ')
		: value;

function at(record: IDataObject, path: string): IDataObject[string] {
	const step = (value: unknown, key: string): unknown =>
		typeof value === 'object' ? (value as IDataObject | null)?.[key] : undefined;
	return (flat(path.split('.').reduce(step, record)) ?? null) as IDataObject[string];
}

/** Whether Simplify is on. Fields that the user has chosen win. */
const isSimplified = (context: IExecutePaginationFunctions): boolean =>
	!isFalse(context.getNodeParameter(simplify.name, true)) && !hasChosenFields(context);

const pick = (record: IDataObject, fields: SimplifiedFields): IDataObject =>
	Object.fromEntries(Object.entries(fields).map(([name, path]) => [name, at(record, path)]));

/**
 * The records that `flow` gives. If Simplify is on, each has exactly these fields: null for those that the
 * service does not return.
 */
export const simplified = (fields: SimplifiedFields, flow = singleRequest): RequestFlow =>
	async function (requestData) {
		const records = await flow.call(this, requestData);
		if (!isSimplified(this)) return records;
		return await mapInTurns(records, ({ json }) => ({ json: pick(json, fields) }));
	};

/** Of an update: the same, and what the update has set, as the service returns it. */
export const simplifiedWithSetFields = (fields: SimplifiedFields): RequestFlow =>
	async function (requestData) {
		const records = await singleRequest.call(this, requestData);
		if (!isSimplified(this)) return records;
		const setFields = Object.keys(bodyOf(requestData.options)).filter((name) => !(name in fields));
		return records.map(({ json }) => ({
			json: {
				...pick(json, fields),
				...Object.fromEntries(setFields.map((name) => [name, json[name] ?? null])),
			},
		}));
	};
