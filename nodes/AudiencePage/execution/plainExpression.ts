import { isSafeObjectProperty } from 'n8n-workflow';

/** A value that JSON can express, and nothing else. */
type PlainValue = string | number | boolean | null | PlainValue[] | { [name: string]: PlainValue };

/**
 * Gives the value of an expression for an item with this JSON, or undefined if n8n has to evaluate
 * it.
 */
type PlainExpression = (json: unknown) => PlainValue | undefined;

/** One step into the JSON: `.name`, `["name"]`, `['name']` or `[0]`. */
const STEP = String.raw`\.[A-Za-z_]\w*|\["[^"\\{}\r\n\u2028\u2029]*"\]|\['[^'\\{}\r\n\u2028\u2029]*'\]|\[(?:0|[1-9]\d*)\]`;
const STEPS = new RegExp(STEP, 'g');

/** A path from `$json`, in the braces of an expression. */
const PLACEHOLDER = new RegExp(String.raw`\{\{\s*\$json((?:${STEP})*)\s*\}\}`);

/** More than any real data has. */
const MAX_DEPTH = 50;

/** Half a character, U+0000, or a byte order mark: they do not get through every engine. */
const UNFIT_CHARACTER = /[\0\ufeff\p{Surrogate}]/u;

/**
 * Whether a name is nothing but a name, or an index of a list, to JavaScript and to all of n8n's
 * expression engines.
 */
const isPlainMember = (isList: boolean, name: string): boolean =>
	isList
		? /^\d+$/.test(name)
		: !(name in Object.prototype) &&
			!name.startsWith('__') &&
			!UNFIT_CHARACTER.test(name) &&
			isSafeObjectProperty(name);

function plainCopy(value: unknown, depth = 0): PlainValue | undefined {
	if (typeof value === 'boolean' || value === null) return value;
	if (typeof value === 'string') return UNFIT_CHARACTER.test(value) ? undefined : value;
	if (typeof value === 'number')
		return Number.isFinite(value) && !Object.is(value, -0) ? value : undefined;
	if (typeof value !== 'object' || depth === MAX_DEPTH) return undefined;
	const prototype: unknown = Object.getPrototypeOf(value);
	const isList = prototype === Array.prototype;
	if (!isList && prototype !== Object.prototype) return undefined;
	const members = Object.entries(value);
	// A list can have gaps, and members with names.
	if (isList && members.length !== (value as unknown[]).length) return undefined;
	const copy = (isList ? [] : {}) as Record<string, PlainValue>;
	for (const [name, member] of members) {
		const memberCopy = isPlainMember(isList, name) ? plainCopy(member, depth + 1) : undefined;
		if (memberCopy === undefined) return undefined;
		copy[name] = memberCopy;
	}
	return copy;
}

function plainValueAt(json: unknown, path: string[]): PlainValue | undefined {
	let value = json;
	for (const name of path) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
			return undefined;
		if (!isPlainMember(Array.isArray(value), name)) return undefined;
		value = (value as Record<string, unknown>)[name];
	}
	return plainCopy(value);
}

const namesIn = (path: string): string[] =>
	(path.match(STEPS) ?? []).map((step) => step.replace(/^\.|^\[["']?|["']?\]$/g, ''));

/**
 * Compiles an expression that says no more than where in the item's JSON a value is, such as `={{
 * $json["Deal ID"] }}` or `=deal-{{ $json.id }}`. n8n's evaluator takes about as long for one such
 * expression as the whole request takes. What it gives is what n8n gives, with any of its
 * expression engines: all that JavaScript or an engine could treat in a way of its own is left to
 * n8n. The caller makes sure that `$json` is the JSON it passes.
 *
 * @returns undefined if n8n has to evaluate it, whatever the item
 */
export function compilePlainExpression(expression: string): PlainExpression | undefined {
	// n8n refuses these words after a dot.
	if (/\\|constructor|globalThis/.test(expression) || UNFIT_CHARACTER.test(expression))
		return undefined;
	// Texts at even indexes, paths at odd ones.
	const parts = expression.slice(1).split(PLACEHOLDER);
	const texts = parts.filter((_, index) => index % 2 === 0);
	if (texts.some((text) => /\{\{|\}\}|\{$|^\}/.test(text))) return undefined;
	const paths = parts.filter((_, index) => index % 2 === 1).map(namesIn);
	const [path] = paths;
	if (path && paths.length === 1 && texts.join('') === '')
		return (json) => plainValueAt(json, path);
	return (json) => {
		let text = texts[0] ?? '';
		for (const [index, names] of paths.entries()) {
			const value = plainValueAt(json, names);
			if (typeof value !== 'string' && typeof value !== 'number') return undefined;
			text += value + (texts[index + 1] ?? '');
		}
		return text;
	};
}
