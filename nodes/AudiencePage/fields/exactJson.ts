import type { IDataObject } from 'n8n-workflow';

import { isTurnOver, nextTurn } from '../shared/turns';
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

/** Where a value stands: its path is only written for an error. */
interface Place {
	parent?: Place;
	/** Its name, or its index in a list. */
	key: string | number;
	depth: number;
}

/** A property like those that an assignment makes. */
const ORDINARY = { configurable: true, enumerable: true, writable: true };

const tooDeep = (errorAt: FieldErrorAt): Error =>
	errorAt(`must not be nested deeper than ${MAX_DEPTH} levels`, '');

function pathOf({ parent, key }: Place): string {
	if (parent === undefined) return '';
	const path = pathOf(parent);
	return typeof key === 'number' ? `${path}[${key}]` : memberPath(path, key);
}

function checkNumber(value: number, place: Place, errorAt: FieldErrorAt): void {
	if (!Number.isFinite(value))
		throw errorAt(`must not contain ${value}, which JSON cannot express,`, pathOf(place));
	if (Object.is(value, -0))
		throw errorAt('must not contain -0, which JSON would change to 0,', pathOf(place));
}

/** The name of an object that JSON cannot express, for an error. */
function nameOf(value: object): string {
	const { constructor } = Object.getPrototypeOf(value) as { constructor?: { name?: unknown } };
	return typeof constructor?.name === 'string' ? `a ${constructor.name}` : 'an object of a class';
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A value that is no object, as it is in JSON (see `exactly`). */
function exactScalar(value: unknown, place: Place, errorAt: FieldErrorAt): unknown {
	if (place.depth > MAX_DEPTH) throw tooDeep(errorAt);
	if (typeof value === 'number') checkNumber(value, place, errorAt);
	else if (value === undefined)
		throw errorAt('must not contain undefined, which JSON cannot express,', pathOf(place));
	else if (typeof value !== 'string' && typeof value !== 'boolean' && value !== null)
		throw errorAt(`must not contain a ${typeof value}`, pathOf(place));
	return value;
}

/** The value that JSON has in place of this one, by its `toJSON`. */
async function fromToJson(value: { toJSON: () => unknown }, place: Place, errorAt: FieldErrorAt) {
	const json = value.toJSON();
	if (json === null) throw errorAt('must not contain an invalid date', pathOf(place));
	const inner = { ...place, depth: place.depth + 1 };
	return isObject(json) ? await exactly(json, inner, errorAt) : exactScalar(json, inner, errorAt);
}

/**
 * An object or a list as it is in JSON. This is what is sent: `toJSON` might give something else when it is called again.
 * n8n gets its turns meanwhile.
 *
 * @throws the error of `errorAt`, if JSON would change the value
 */
async function exactly(value: object, place: Place, errorAt: FieldErrorAt): Promise<unknown> {
	if (place.depth > MAX_DEPTH) throw tooDeep(errorAt);
	if (hasToJson(value)) return await fromToJson(value, place, errorAt);
	const isList = Array.isArray(value);
	if (!isList && !isPlainObject(value)) throw errorAt(`must not contain ${nameOf(value)}`, pathOf(place));

	const exact: unknown[] | IDataObject = isList ? [] : {};
	for (const key of isList ? value.keys() : Object.keys(value)) {
		if (isTurnOver()) await nextTurn();
		const one = (value as Record<string | number, unknown>)[key];
		if (one === undefined && !isList) continue;
		const its = { parent: place, key, depth: place.depth + 1 };
		const inJson = isObject(one) ? await exactly(one, its, errorAt) : exactScalar(one, its, errorAt);
		// An assignment to `__proto__` would set something else.
		if (key === '__proto__') Object.defineProperty(exact, key, { ...ORDINARY, value: inJson });
		else (exact as Record<string | number, unknown>)[key] = inJson;
	}
	return exact;
}

/**
 * The JSON object that a field gives, as an object or as JSON text.
 *
 * A Date or a Luxon DateTime in it is the text that it is in JSON, and so is what else has `toJSON`. A member that is
 * undefined is not there; in a list, where JSON would put null for it, it is refused.
 *
 * @throws the error of `errorAt`, if it is no JSON object, or if something in it could not be sent exactly
 */
export async function exactJsonObject(value: unknown, errorAt: FieldErrorAt): Promise<IDataObject> {
	const parsed = typeof value === 'string' ? await parseJsonText(value, errorAt) : value;
	if (!isPlainObject(parsed) || hasToJson(parsed))
		throw errorAt('must be a JSON object, e.g. {"stage":"won"}', '');
	return (await exactly(parsed, { key: '', depth: 0 }, errorAt)) as IDataObject;
}
