import type { IDataObject } from 'n8n-workflow';

/**
 * Characters without width that come along when text is copied, as in a class of a pattern: they
 * show and mean nothing.
 */
export const INVISIBLE = '\\u00ad\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff';

/** One class: of two that share a character, a pattern would try each way through a long text. */
const BLANK = new RegExp(`^[\\s${INVISIBLE}]*$`);

/**
 * An empty value of the form is not sent. Blanks are empty too: spreadsheets have such cells, and
 * agents send them.
 */
export const isEmpty = (value: unknown): value is '' | null | undefined =>
	value === null || value === undefined || (typeof value === 'string' && BLANK.test(value));

export const omitEmpty = (values: IDataObject = {}): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));

/**
 * The parts of a text with commas, without the empty ones. An expression can give a list instead.
 */
export function commaSeparated(value: unknown): unknown[] {
	const list =
		typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [value].flat();
	return list.filter((part) => !isEmpty(part));
}

/** Whether a value is true; an expression may give it as text. */
export const isTrue = (value: unknown): boolean => value === true || value === 'true';
export const isFalse = (value: unknown): boolean => value === false || value === 'false';

/** Undefined for a value that is neither true nor false. */
export const booleanOf = (value: unknown): boolean | undefined =>
	isTrue(value) || isFalse(value) ? isTrue(value) : undefined;

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
