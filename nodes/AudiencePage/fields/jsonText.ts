import { isTurnOver, nextTurn } from '../shared/turns';
import { memberPath, type FieldErrorAt } from './fieldErrorAt';

const LONGEST_NUMBER = 40;

/** A JSON number by its digits and its magnitude: 1.50, 15e-1 and 1.5 are the same. */
function valueOfDigits(number: string): string {
	const [mantissa = '', exponent = '0'] = number.replace(/^-/, '').toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	const magnitude = Number(exponent) - fraction.length + digits.length - significant.length;
	return significant === '' ? '0' : `${significant}e${magnitude}`;
}

function checkNumber(written: string, open: Open[], errorAt: FieldErrorAt): void {
	const value = Number(written);
	if (String(value) === written) return;
	if (Number.isFinite(value) && valueOfDigits(String(value)) === valueOfDigits(written)) return;
	const number = written.slice(0, LONGEST_NUMBER);
	throw errorAt(
		`must not contain the number ${number}, which JSON would change to ${value}: put it in quotes`,
		pathOf(open),
	);
}

/** An object or a list in a JSON text, as far as it was read. */
interface Open {
	/** The names of an object so far; a list has none. */
	names?: Set<string>;
	/** The latest of them. */
	name: string;
	/** In a list, the place of the value that is read. */
	index: number;
}

/** Where the value stands that is read now: it is only written for an error. */
const pathOf = (open: Open[]): string =>
	open.reduce((path, { names, name, index }) => (names ? memberPath(path, name) : `${path}[${index}]`), '');

/** The place of the quote that ends the text that begins at `start`. */
function endOfText(json: string, start: number): number {
	for (let end = start; ; ) {
		end = json.indexOf('"', end + 1);
		let backslashes = 0;
		while (json[end - 1 - backslashes] === '\\') backslashes++;
		if (backslashes % 2 === 0) return end;
	}
}

/**
 * Goes through a valid JSON text, and gives n8n its turns meanwhile. No pattern goes over a whole text in it: there, a
 * long one overflows the stack.
 */
async function checkNothingIsLost(json: string, errorAt: FieldErrorAt): Promise<void> {
	const open: Open[] = [];
	const token = /["[\]{},:]|-?\d[\d.eE+-]*/g;
	let text = '';
	for (let found = token.exec(json); found !== null; found = token.exec(json)) {
		if (isTurnOver()) await nextTurn();
		const [what] = found;
		const inner = open.at(-1);
		if (what === '"') {
			const end = endOfText(json, found.index);
			text = json.slice(found.index, end + 1);
			token.lastIndex = end + 1;
		} else if (what === '{') {
			open.push({ names: new Set(), name: '', index: 0 });
		} else if (what === '[') {
			open.push({ name: '', index: 0 });
		} else if (what === '}' || what === ']') {
			open.pop();
		} else if (what === ':' && inner?.names) {
			inner.name = text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
			if (inner.names.has(inner.name))
				throw errorAt(
					`must not have ${JSON.stringify(inner.name)} twice in one object`,
					pathOf(open.slice(0, -1)),
				);
			inner.names.add(inner.name);
		} else if (what === ',') {
			if (inner) inner.index++;
		} else checkNumber(what, open, errorAt);
	}
}

/**
 * The value of a JSON text.
 *
 * @returns undefined if it is no JSON
 * @throws the error of `errorAt`, if something in it would be lost: digits of a number, or a member whose name comes twice
 */
export async function parseJsonText(json: string, errorAt: FieldErrorAt): Promise<unknown> {
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch {
		return undefined;
	}
	await checkNothingIsLost(json, errorAt);
	return value;
}
