import type { IDataObject } from 'n8n-workflow';

import { singleRequest, type RequestData, type RequestFlow } from '../transport/request';
import { flag, isOn } from './choice';
import { chosenFields, pick } from './outputFields';

/** Of operations whose response has more than 10 fields. */
export const simplify = flag({
	displayName: 'Simplify',
	name: 'simplify',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

/**
 * At most 10 fields, each with the path of its value in the service's record; `length` at its end
 * counts a list.
 */
export type SimplifiedFields = Record<string, string>;

/** Fields that are called as in the service's record. */
export const sameNamed = (...names: string[]): SimplifiedFields =>
	Object.fromEntries(names.map((name) => [name, name]));

/** A list as text, for one cell of a spreadsheet. */
const listAsText = (list: unknown[]): string =>
	list
		.filter((entry) => entry !== null)
		.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
		.join(', ');

/** The value at a path such as `data.type`; null if there is none. */
function valueAt(record: IDataObject, path: string): unknown {
	let value: unknown = record;
	for (const name of path.split('.')) value = (Object(value) as IDataObject)[name];
	return Array.isArray(value) ? listAsText(value) : (value ?? null);
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
		return records.map(({ json: record }) => {
			const values = paths.map(([name, path]) => [name, valueAt(record, path)] as const);
			const json = { ...Object.fromEntries(values), ...pick(record, beside) } as IDataObject;
			return { json };
		});
	};
