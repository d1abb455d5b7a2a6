/** What nobody has set yet. */

/** Stands in place of whatever only the publisher can know. */
const TO_BE_SET = 'to-be-set';

/** Paths of the texts with the mark in them, such as `author.email`. */
export function unsetAddresses(manifest: object): string[] {
	return Object.entries(manifest).flatMap(([key, value]: [string, unknown]) => {
		if (typeof value === 'string') return value.includes(TO_BE_SET) ? [key] : [];
		if (typeof value !== 'object' || value === null) return [];
		return unsetAddresses(value).map((path) => `${key}.${path}`);
	});
}
