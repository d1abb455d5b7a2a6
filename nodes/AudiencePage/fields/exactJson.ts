import type { IDataObject } from 'n8n-workflow';

import { inside, type Refuse } from './refuse';

/** Deeper than people nest, and not so deep that n8n or a service ends in a stack overflow. */
const MAX_DEPTH = 1000;

const LONGEST_NUMBER = 40;

/** An object with members, and not one of a class, such as a Date or a Set. */
export function isPlainObject(value: unknown): value is IDataObject {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** What says itself how it is written in JSON, as a Date or a Luxon DateTime does. */
const hasToJson = (value: object): value is { toJSON: () => unknown } =>
	'toJSON' in value && typeof value.toJSON === 'function';

/** A JSON number by its digits and its magnitude: 1.50, 15e-1 and 1.5 are the same. */
function valueOfDigits(number: string): string {
	const [mantissa = '', exponent = '0'] = number.replace(/^-/, '').toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	const magnitude = Number(exponent) - fraction.length + digits.length - significant.length;
	return significant === '' ? '0' : `${significant}e${magnitude}`;
}

const isExact = (value: number, written: string): boolean =>
	Number.isFinite(value) && valueOfDigits(String(value)) === valueOfDigits(written);

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** A JSON text with each of its numbers as it is written, as a string. */
const numbersAsWritten = (json: string): unknown =>
	JSON.parse(json.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)));

function checkNumber(value: number, written: unknown, path: string, refuse: Refuse): void {
	if (typeof written === 'string' && !isExact(value, written)) {
		const number = written.slice(0, LONGEST_NUMBER);
		throw refuse(`must not have the number ${number}, which JSON takes for ${value}: put it in quotes`, path);
	}
	if (!Number.isFinite(value)) throw refuse(`must not have ${value}, for which JSON has no number`, path);
}

/**
 * @param written the same value with its numbers as they are written, if it was given as text
 * @throws what `refuse` makes, if JSON would say something else than the value
 */
function check(value: unknown, written: unknown, path: string, depth: number, refuse: Refuse): void {
	if (depth > MAX_DEPTH) throw refuse(`must not be nested deeper than ${MAX_DEPTH} levels`, '');
	if (typeof value === 'number') return checkNumber(value, written, path, refuse);
	if (['string', 'boolean', 'undefined'].includes(typeof value) || value === null) return;
	if (typeof value !== 'object') throw refuse(`must not have a ${typeof value}`, path);

	const inner = (key: string | number) => (written as IDataObject | undefined)?.[key];
	if (Array.isArray(value)) {
		for (const [index, one] of value.entries()) {
			check(one, inner(index), `${path}[${index}]`, depth + 1, refuse);
		}
	} else if (hasToJson(value)) {
		const json = value.toJSON();
		if (json === null) throw refuse('must not have an invalid date', path);
		check(json, undefined, path, depth + 1, refuse);
	} else if (isPlainObject(value)) {
		for (const [key, one] of Object.entries(value)) {
			check(one, inner(key), inside(path, key), depth + 1, refuse);
		}
	} else {
		throw refuse(`must not have a ${value.constructor.name}`, path);
	}
}

/**
 * The JSON object that a field gives, as an object or as JSON text.
 *
 * A Date or a Luxon DateTime in it is the text that it is in JSON. A member that is undefined is not there.
 *
 * @throws what `refuse` makes, if it is no JSON object, or if something in it could not be sent exactly
 */
export function exactJsonObject(value: unknown, refuse: Refuse): IDataObject {
	const parsed = typeof value === 'string' ? parsedOrUndefined(value) : value;
	if (!isPlainObject(parsed) || hasToJson(parsed)) throw refuse('must be a JSON object', '');
	check(parsed, typeof value === 'string' ? numbersAsWritten(value) : undefined, '', 0, refuse);
	return parsed;
}

function parsedOrUndefined(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
}
