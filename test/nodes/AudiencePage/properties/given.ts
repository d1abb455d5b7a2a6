/** What a user gives the fields of the form, and what that means for the request. */
import fc, { type Arbitrary } from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { operationOf, type RequestValues } from '../../../service/judge';

/** What a user gives one field. */
export interface Given {
	/** The field's path among the node's parameters, e.g. `additionalFields.name`. */
	parameter: string;
	value: unknown;
	/** By an expression on the item, or else typed into the form. */
	byExpression: boolean;
	/** The field is a resource locator, and `value` an ID that is given to it. */
	isLocator: boolean;
	/** Where it stands in the request: keys from `path`, `query` or `body` down. */
	at?: string[];
	/** What the user means to be sent there; undefined for nothing. */
	meant?: unknown;
}

/**
 * A rule of the form alone, of which the service's interface knows nothing: gives the parameters at
 * fault.
 */
export type FormRule = (givens: Given[]) => string[];

/** A text without what shows nothing. */
export const visible = (text: string): string =>
	text.replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '').trim();

/**
 * Left empty on the form, or by an expression that finds nothing; a cell that shows nothing is
 * empty too.
 */
export const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || (typeof value === 'string' && visible(value) === '');

/**
 * A running text is meant as it is: a number is written out, and what is none stays the mistake
 * that it is.
 */
export function asRunningText(value: unknown): unknown {
	if (isEmpty(value)) return undefined;
	const isMistake =
		['object', 'boolean'].includes(typeof value) ||
		(typeof value === 'number' && !Number.isFinite(value));
	return isMistake ? value : String(value as string);
}

/** The same of a text of one line, which is meant without the spaces around it. */
export function asText(value: unknown): unknown {
	const text = asRunningText(value);
	return typeof text === 'string' ? text.trim() : text;
}

/** Whether a value can stand in the form; what begins like an expression, n8n takes for one. */
const isTypeable = (value: unknown, isLocator: boolean): boolean =>
	typeof value === 'string'
		? !value.startsWith('=')
		: !isLocator && typeof value !== 'object' && value !== undefined;

/** How a field is given, where it is not a plain text of the parameter's own name. */
interface How {
	at?: string[];
	meant?: (value: unknown) => unknown;
	isLocator?: boolean;
	/** Only on the form, e.g. because other fields are shown by it. */
	isFixed?: boolean;
}

/** One field, with one of `values`. */
export function given(
	parameter: string,
	values: Arbitrary<unknown>,
	how: How = {},
): Arbitrary<Given[]> {
	const { at, meant = asText, isLocator = false, isFixed = false } = how;
	return fc.tuple(values, fc.nat(9)).map(([value, chance]) => {
		const byExpression = !isFixed && (chance === 0 || !isTypeable(value, isLocator));
		const field = { parameter, value, byExpression, isLocator };
		return [at ? { ...field, at, meant: meant(value) } : field];
	});
}

/** No field at all. */
export const none: Arbitrary<Given[]> = fc.constant([]);

/** Several fields. */
export const together = (...parts: Array<Arbitrary<Given[]>>): Arbitrary<Given[]> =>
	fc.tuple(...parts).map((given) => given.flat());

/** Sets a value at a path as an own property, whatever the name; numbers in the path make lists. */
function setAt(root: object, [key = '', ...rest]: string[], value: unknown): void {
	const inner = Object.hasOwn(root, key) ? (root as Record<string, unknown>)[key] : undefined;
	const next = rest.length === 0 ? value : (inner ?? (/^\d+$/.test(rest[0] ?? '') ? [] : {}));
	Object.defineProperty(root, key, {
		value: next,
		writable: true,
		enumerable: true,
		configurable: true,
	});
	if (rest.length > 0) setAt(next as object, rest, value);
}

/** The request that is meant by all that was given. */
export function requestMeant(operationId: string, givens: Given[]): RequestValues {
	const request: RequestValues = { path: {}, query: {} };
	if (operationOf(operationId).requestBody) request.body = {};
	for (const { at, meant } of givens) {
		if (at && meant !== undefined) setAt(request, at, meant);
	}
	return request;
}

/** A form with typed values, and with expressions that read an item. */
export function filledForm(givens: Given[]): { parameters: INodeParameters; item: IDataObject } {
	const parameters: INodeParameters = {};
	const item: IDataObject = {};
	for (const { parameter, value, byExpression, isLocator } of givens) {
		const filled = byExpression ? `={{ $json[${JSON.stringify(parameter)}] }}` : value;
		setAt(
			parameters,
			parameter.split('.'),
			isLocator ? { __rl: true, mode: 'id', value: filled } : filled,
		);
		if (byExpression) item[parameter] = value as IDataObject;
	}
	return { parameters, item };
}
