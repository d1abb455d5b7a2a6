/** A list or an object whose members are being written. */
interface OpenContainer {
	value: object;
	/** The names of the members; a list has none. */
	keys?: string[];
	length: number;
	/** How many members were looked at. */
	seen: number;
	isEmpty: boolean;
}

const isOmitted = (value: unknown): boolean =>
	value === undefined || typeof value === 'function' || typeof value === 'symbol';

/** Keys in the order in which an object that was built in their order has them: array indices come first. */
function orderedKeys(value: object): string[] {
	const keys = Object.keys(value);
	// An object has its indices first: one whose first key begins with no digit has none.
	if (!/^\d/.test(keys[0] ?? '')) return keys.sort();
	const ordered: Record<string, undefined> = Object.create(null) as Record<string, undefined>;
	for (const key of keys.sort()) ordered[key] = undefined;
	return Object.keys(ordered);
}

function openContainer(value: object): OpenContainer {
	const keys = Array.isArray(value) ? undefined : orderedKeys(value);
	const { length } = keys ?? (value as unknown[]);
	return { value, keys, length, seen: 0, isEmpty: true };
}

/** The value that JSON has in place of this one, by its `toJSON`. */
function toJsonValue(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const { toJSON } = value as { toJSON?: unknown };
	return typeof toJSON === 'function' ? (toJSON.call(value) as unknown) : value;
}

/** Characters that a piece of JSON has at least, but for the last one. */
const PIECE_LENGTH = 512;

/** As `canonicalJson`, piece by piece: between two of them, others can do something. */
export function* canonicalPieces(value: unknown): Generator<string> {
	let json = '';
	// A stack of our own: what a service sends may be nested deeper than calls can be.
	const openContainers: OpenContainer[] = [];
	const open = new Set<object>();
	const write = (one: unknown): void => {
		if (typeof one === 'object' && one !== null && !open.has(one)) {
			open.add(one);
			json += Array.isArray(one) ? '[' : '{';
			openContainers.push(openContainer(one));
		} else {
			json += isOmitted(one) || typeof one === 'object' ? 'null' : JSON.stringify(one);
		}
	};

	write(toJsonValue(value));
	for (let inner = openContainers.at(-1); inner !== undefined; inner = openContainers.at(-1)) {
		if (json.length >= PIECE_LENGTH) {
			yield json;
			json = '';
		}
		const { keys, seen } = inner;
		if (seen === inner.length) {
			json += keys ? '}' : ']';
			openContainers.pop();
			open.delete(inner.value);
			continue;
		}
		inner.seen++;
		const key = keys ? (keys[seen] as string) : seen;
		const member = toJsonValue((inner.value as Record<string | number, unknown>)[key]);
		if (keys && isOmitted(member)) continue;
		if (!inner.isEmpty) json += ',';
		inner.isEmpty = false;
		if (keys) json += `${JSON.stringify(key)}:`;
		write(member);
	}
	yield json;
}

/**
 * JSON that is the same for the same content, in whatever order its keys come. Values may be nested as
 * deeply as they like; null stands for what is nested in itself.
 */
export function canonicalJson(value: unknown): string {
	let json = '';
	for (const piece of canonicalPieces(value)) json += piece;
	return json;
}
