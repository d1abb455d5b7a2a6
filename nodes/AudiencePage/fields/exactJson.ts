import type { IDataObject } from 'n8n-workflow';

import { isTurnOver, nextTurn } from '../shared/turns';
import { isEmpty } from '../shared/values';
import type { FieldErrorAt } from './fieldError';

/**
 * Deeper than any real data, and not so deep that n8n or the service runs into a stack overflow.
 */
const MAX_DEPTH = 1000;

/** Mistakes in JSON without its texts, and what to do about each. */
const MISTAKES: Array<[RegExp, cure: string]> = [
	[
		/['‘’“”`]|[{,]\s*\w+\s*:|[:[,]\s*(?!true|false|null)[a-z_]/i,
		'Put names and texts in straight double quotes ("), not in any others',
	],
	[/^\s*[^\s{["]/, 'Write a text as a part of it, such as {"note": "Deal won"}'],
	[/,\s*[}\]]/, 'Remove the comma before the closing bracket'],
];
const OF_EXPRESSION =
	'. For a text, write {{ JSON.stringify($json.name) }} in it, without quotes around';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** An object with members, and not one of a class, such as a Date or a Set. */
export function isPlainObject(value: unknown): value is IDataObject {
	if (!isObject(value) || Array.isArray(value)) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** An object that says how it is written in JSON, such as a Date or a Luxon DateTime. */
const hasToJson = (value: unknown): value is { toJSON: () => unknown } =>
	isObject(value) && 'toJSON' in value && typeof value.toJSON === 'function';

/** A JSON number by its digits and its magnitude: 1.50, 15e-1 and 1.5 are the same. */
function valueOfDigits(number: string): string {
	const [mantissa = '', exponent = '0'] = number.replace(/^-/, '').toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	const digits = (whole + fraction).replace(/^0+/, '');
	const magnitude = Number(exponent) - fraction.length + digits.length;
	return digits === '' ? '0' : `${digits.replace(/0+$/, '')}e${magnitude}`;
}

function keepsDigits(number: string): boolean {
	const value = String(Number(number));
	return value === number || (/\d/.test(value) && valueOfDigits(value) === valueOfDigits(number));
}

/** A JSON text with empty texts in it: what is left are numbers, names of values, and structure. */
const withoutTexts = (json: string): string =>
	json.replace(/\\[\\"]/g, '').replace(/"[^"]*"/g, '""');

/**
 * What is wrong with a value that JSON would change, and what JSON makes of it; undefined if
 * nothing is.
 */
function whatJsonChanges(value: unknown, json: unknown): string | undefined {
	if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
		return `a ${typeof value}`;
	if (json === undefined || (typeof json === 'number' && !Number.isFinite(json)))
		return `${json}, which JSON cannot express,`;
	if (Object.is(json, -0)) return '-0, which JSON would change to 0,';
	// This text is what n8n makes of an invalid DateTime.
	if ((json === null && value !== null) || json === 'Invalid DateTime') return 'an invalid date';
	if (!isObject(json) || Array.isArray(json) || isPlainObject(json)) return undefined;
	const { constructor } = Object.getPrototypeOf(json) as { constructor?: { name?: unknown } };
	return typeof constructor?.name === 'string' ? `a ${constructor.name}` : 'an object of a class';
}

const pathOf = (place: Array<string | number>): string =>
	place.reduce<string>(
		(path, key) =>
			typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`,
		'',
	);

/**
 * An object or list as it is in JSON, and how many members its objects have. Throws if JSON would
 * change the value.
 */
async function exactly(value: object, errorAt: FieldErrorAt) {
	let memberCount = 0;
	/** Names, and indices in lists, from the top down to the value at hand. */
	const place: Array<string | number> = [];
	const exactAt = async (value: object): Promise<unknown> => {
		if (place.length >= MAX_DEPTH)
			throw errorAt(`must not be nested deeper than ${MAX_DEPTH} levels`);
		const isList = Array.isArray(value);
		const entries: unknown[] = [];
		const members: Array<[string | number, unknown]> = [];
		for (const key of isList ? value.keys() : Object.keys(value)) {
			if (isTurnOver()) await nextTurn();
			const given = (value as Record<string | number, unknown>)[key];
			if (given === undefined && !isList) continue;
			place.push(key);
			const json = hasToJson(given) ? given.toJSON() : given;
			const changed = whatJsonChanges(given, json);
			if (changed !== undefined) throw errorAt(`must not contain ${changed}`, pathOf(place));
			const exact = isObject(json) ? await exactAt(json) : json;
			if (isList) entries.push(exact);
			else members.push([key, exact]);
			place.pop();
		}
		memberCount += members.length;
		return isList ? entries : Object.fromEntries(members);
	};
	return { exact: await exactAt(value), memberCount };
}

/**
 * Throws if it is no JSON, if digits of a number would be lost, or for a member whose name comes
 * twice.
 */
export async function parseJsonText(json: string, errorAt: FieldErrorAt, isFixed = false) {
	let value: unknown;
	if (isFixed && /\{\{\s*\$/.test(json))
		throw errorAt('must not contain "{{". Switch it to Expression');
	try {
		value = JSON.parse(json);
	} catch (error) {
		const made = MISTAKES.filter(([mistake]) => mistake.test(withoutTexts(json)));
		const advice = made.map(([, cure]) => `. ${cure}`).join('') || (isFixed ? '' : OF_EXPRESSION);
		throw errorAt(`must be valid JSON: ${(error as Error).message}${advice}`);
	}
	if (isTurnOver()) await nextTurn();
	const bare = withoutTexts(json);
	for (const [number] of bare.matchAll(/-?\d[\d.eE+-]*/g)) {
		if (isTurnOver()) await nextTurn();
		if (keepsDigits(number)) continue;
		const rule = `must not contain the number ${number.slice(0, 40)}, which JSON would change to ${Number(number)}`;
		throw errorAt(`${rule}: put it in quotes`);
	}
	if (!isObject(value)) return value;
	const { exact, memberCount } = await exactly(value, errorAt);
	if (memberCount === bare.split(':').length - 1) return exact;
	throw errorAt('must not have a name twice in one object');
}

/**
 * The JSON object that a field gives, as an object or as JSON text. A Date or a Luxon DateTime in
 * it is the text that it is in JSON, and so is what else has `toJSON`. A member that is undefined
 * is not there; in a list, where JSON would put null for it, it is refused. Throws the error of
 * `errorAt`, if it is no JSON object, or if something in it could not be sent exactly.
 */
export async function exactJsonObject(given: unknown, errorAt: FieldErrorAt, isFixed = false) {
	if (isEmpty(given)) throw errorAt('must not be empty: enter a JSON object, e.g. {"stage":"won"}');
	const value = typeof given === 'string' ? await parseJsonText(given, errorAt, isFixed) : given;
	if (!isPlainObject(value)) throw errorAt('must be a JSON object, e.g. {"stage":"won"}');
	return value === given ? ((await exactly(value, errorAt)).exact as IDataObject) : value;
}
