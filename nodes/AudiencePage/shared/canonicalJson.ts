/** A list or an object whose members are being written. */
interface OpenContainer {
	members: unknown[];
	/** The names of the members; a list has none. */
	keys?: string[];
	/** How many members were looked at. */
	seen: number;
	isEmpty: boolean;
}

const isOmitted = (value: unknown): boolean => ['undefined', 'function', 'symbol'].includes(typeof value);

/** Keys in the order in which an object that was built in their order has them: array indices come first. */
const orderedKeys = (value: object): string[] =>
	Object.keys(
		Object.fromEntries(
			Object.keys(value)
				.sort()
				.map((key) => [key, undefined]),
		),
	);

function openContainer(value: object): OpenContainer {
	if (Array.isArray(value)) return { members: value, seen: 0, isEmpty: true };
	const keys = orderedKeys(value);
	const members = keys.map((key) => (value as Record<string, unknown>)[key]);
	return { members, keys, seen: 0, isEmpty: true };
}

/** The value that JSON has in place of this one, by its `toJSON`. */
function toJsonValue(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const { toJSON } = value as { toJSON?: unknown };
	return typeof toJSON === 'function' ? (toJSON.call(value) as unknown) : value;
}

/**
 * JSON that is the same for the same content, in whatever order its keys come. Values may be nested as
 * deeply as they like, but not in themselves.
 */
export function canonicalJson(value: unknown): string {
	let json = '';
	// A stack of our own: what a service sends may be nested deeper than calls can be.
	const openContainers: OpenContainer[] = [];
	const write = (one: unknown): void => {
		if (typeof one === 'object' && one !== null) {
			json += Array.isArray(one) ? '[' : '{';
			openContainers.push(openContainer(one));
		} else {
			json += isOmitted(one) ? 'null' : JSON.stringify(one);
		}
	};

	write(toJsonValue(value));
	for (let inner = openContainers.at(-1); inner !== undefined; inner = openContainers.at(-1)) {
		const { members, keys, seen } = inner;
		if (seen === members.length) {
			json += keys ? '}' : ']';
			openContainers.pop();
			continue;
		}
		inner.seen++;
		const member = toJsonValue(members[seen]);
		if (keys && isOmitted(member)) continue;
		if (!inner.isEmpty) json += ',';
		inner.isEmpty = false;
		if (keys) json += `${JSON.stringify(keys[seen])}:`;
		write(member);
	}
	return json;
}
