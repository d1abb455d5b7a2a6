import type { IDataObject } from 'n8n-workflow';

import { memberPath, type FieldErrorAt } from './fieldErrorAt';
import { parseJsonText } from './jsonText';

/** Deeper than any real data, and not so deep that n8n or the service runs into a stack overflow. */
const MAX_DEPTH = 1000;

/** An object with members, and not one of a class, such as a Date or a Set. */
export function isPlainObject(value: unknown): value is IDataObject {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** An object that says how it is written in JSON, such as a Date or a Luxon DateTime. */
const hasToJson = (value: object): value is { toJSON: () => unknown } =>
	'toJSON' in value && typeof value.toJSON === 'function';

function checkNumber(value: number, path: string, errorAt: FieldErrorAt): void {
	if (!Number.isFinite(value)) throw errorAt(`must not contain ${value}, which JSON cannot express,`, path);
	if (Object.is(value, -0)) throw errorAt('must not contain -0, which JSON would change to 0,', path);
}

/** The name of an object that JSON cannot express, for an error. */
function nameOf(value: object): string {
	const { constructor } = Object.getPrototypeOf(value) as { constructor?: { name?: unknown } };
	return typeof constructor?.name === 'string' ? `a ${constructor.name}` : 'an object of a class';
}

/**
 * The value as it is in JSON. This is what is sent: `toJSON` might give something else when it is called again.
 *
 * @throws the error of `errorAt`, if JSON would change the value
 */
function exactly(value: unknown, path: string, depth: number, errorAt: FieldErrorAt): unknown {
	if (depth > MAX_DEPTH) throw errorAt(`must not be nested deeper than ${MAX_DEPTH} levels`, '');
	if (typeof value === 'number') checkNumber(value, path, errorAt);
	if (['string', 'boolean', 'number'].includes(typeof value) || value === null) return value;
	if (value === undefined) throw errorAt('must not contain undefined, which JSON cannot express,', path);
	if (typeof value !== 'object') throw errorAt(`must not contain a ${typeof value}`, path);

	if (hasToJson(value)) {
		const json = value.toJSON();
		if (json === null) throw errorAt('must not contain an invalid date', path);
		return exactly(json, path, depth + 1, errorAt);
	}
	if (Array.isArray(value)) {
		return Array.from(value, (one: unknown, index) => exactly(one, `${path}[${index}]`, depth + 1, errorAt));
	}
	if (!isPlainObject(value)) throw errorAt(`must not contain ${nameOf(value)}`, path);
	const members = Object.entries(value).filter(([, one]) => one !== undefined);
	return Object.fromEntries(
		members.map(([key, one]) => [key, exactly(one, memberPath(path, key), depth + 1, errorAt)]),
	);
}

/**
 * The JSON object that a field gives, as an object or as JSON text.
 *
 * A Date or a Luxon DateTime in it is the text that it is in JSON, and so is what else has `toJSON`. A member that is
 * undefined is not there; in a list, where JSON would put null for it, it is refused.
 *
 * @throws the error of `errorAt`, if it is no JSON object, or if something in it could not be sent exactly
 */
export function exactJsonObject(value: unknown, errorAt: FieldErrorAt): IDataObject {
	const parsed = typeof value === 'string' ? parseJsonText(value, errorAt) : value;
	if (!isPlainObject(parsed) || hasToJson(parsed))
		throw errorAt('must be a JSON object, e.g. {"stage":"won"}', '');
	return exactly(parsed, '', 0, errorAt) as IDataObject;
}
