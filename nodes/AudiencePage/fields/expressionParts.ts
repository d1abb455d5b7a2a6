const PLACEHOLDER = /\{\{.*?\}\}/s;

/**
 * Whether one of the expressions in a text gave nothing, as in "Ada ()" of `={{ $json.name }} ({{ $json.domain }})`. Those
 * with only blanks between them count as one: of a first and a last name, either may be missing. False if it can't be told.
 */
export function hasEmptyPart(expression: string, result: string): boolean {
	const [start = '', ...fixed] = expression
		.slice(1)
		.split(PLACEHOLDER)
		.map((part) => part.trim());
	const end = fixed.pop();
	if (end === undefined || !result.startsWith(start) || !result.endsWith(end)) return false;
	let rest = result.slice(start.length, Math.max(start.length, result.length - end.length));
	for (const part of fixed.filter((one) => one !== '')) {
		const value = rest.search(/\S/);
		const next = value < 0 ? -1 : rest.indexOf(part, value + 1);
		if (next < 0) return true;
		rest = rest.slice(next + part.length);
	}
	return rest.trim() === '';
}
