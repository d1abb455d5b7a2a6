const inOrder = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(inOrder);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return Object.fromEntries(entries.map(([key, inner]) => [key, inOrder(inner)]));
};

/** JSON that is the same for the same content, in whatever order its keys come. */
export const canonicalJson = (value: unknown): string =>
	JSON.stringify(inOrder(JSON.parse(JSON.stringify(value))));
