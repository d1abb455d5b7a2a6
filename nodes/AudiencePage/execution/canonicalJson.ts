/** A piece of JSON that is finished, or a value that is still to be written. */
type Piece = { json: string } | { value: unknown };

/** Keys in the order that stored keys and marks were made with: JavaScript puts array indices first. */
const orderedKeys = (value: object): string[] =>
	Object.keys(Object.fromEntries(Object.keys(value).sort().map((key) => [key, undefined])));

const isLeftOut = (value: unknown): boolean => ['undefined', 'function', 'symbol'].includes(typeof value);

/** What stands in the place of a value in JSON. */
function inJson(value: unknown): unknown {
	const { toJSON } = (value ?? {}) as { toJSON?: unknown };
	const json: unknown = typeof toJSON === 'function' ? toJSON.call(value) : value;
	return typeof json === 'bigint' ? String(json) : json;
}

function piecesOf(value: object): Piece[] {
	if (Array.isArray(value)) {
		// A list may have holes, which `flatMap` leaves out.
		const all = Array.from(value as unknown[]);
		const items = all.flatMap((one, index): Piece[] => [{ json: index === 0 ? '' : ',' }, { value: one }]);
		return [{ json: '[' }, ...items, { json: ']' }];
	}
	const members = orderedKeys(value).flatMap((key) => {
		const inner = inJson((value as Record<string, unknown>)[key]);
		return isLeftOut(inner) ? [] : [{ key, inner }];
	});
	const pieces = members.flatMap(({ key, inner }, index): Piece[] => [
		{ json: `${index === 0 ? '' : ','}${JSON.stringify(key)}:` },
		{ value: inner },
	]);
	return [{ json: '{' }, ...pieces, { json: '}' }];
}

/**
 * JSON that is the same for the same content, in whatever order its keys come. Values may be nested as
 * deeply as they like, but not in themselves.
 */
export function canonicalJson(value: unknown): string {
	let json = '';
	// A stack of our own: what a service sends may be nested deeper than calls can be.
	const rest: Piece[] = [{ value }];
	for (let piece = rest.pop(); piece !== undefined; piece = rest.pop()) {
		if ('json' in piece) {
			json += piece.json;
			continue;
		}
		const written = inJson(piece.value);
		if (typeof written === 'object' && written !== null) {
			for (const inner of piecesOf(written).reverse()) rest.push(inner);
		} else {
			json += isLeftOut(written) ? 'null' : JSON.stringify(written);
		}
	}
	return json;
}
