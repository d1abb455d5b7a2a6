import type { IDataObject } from 'n8n-workflow';

/** Nothing, or only white space, which spreadsheets have in cells. An empty value is not sent. */
export const isEmpty = (value: unknown): value is '' | null | undefined =>
	value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

export const omitEmpty = (values: IDataObject = {}): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));

/** The entries of a text with commas, or of a list that an expression gives; no empty ones. */
export function commaSeparated(value: unknown): string[] {
	const entries = typeof value === 'string' ? value.split(',') : [value].flat();
	return entries.filter((entry) => !isEmpty(entry)).map((entry) => String(entry).trim());
}

/** A record that begins with these fields. */
export const beginningWith = (fields: IDataObject, record: IDataObject = {}): IDataObject => ({
	...fields,
	...record,
	...fields,
});

/** An object as JSON has them: no list, and nothing that JSON writes as a text, such as a date. */
export const isJsonObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value);

/** Whether a parameter has the same value for all items: no expression is in it. */
export function isConstant(value: unknown): boolean {
	if (typeof value === 'string') return !value.startsWith('=');
	return typeof value !== 'object' || value === null || Object.values(value).every(isConstant);
}

export function getOrMake<Key, Value>(
	map: { get: (key: Key) => Value | undefined; set: (key: Key, value: Value) => unknown },
	key: Key,
	make: () => Value,
): Value {
	const value = map.get(key) ?? make();
	map.set(key, value);
	return value;
}
