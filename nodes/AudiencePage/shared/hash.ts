import { hash } from 'node:crypto';

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON that is the same for the same content, in whatever order its keys come. */
export const canonicalJson = (content: unknown): string =>
	JSON.stringify(content, (_key, value: unknown) => {
		if (!isObject(value)) return value;
		const keys = Object.keys(value).sort();
		return Object.fromEntries(keys.map((key) => [key, value[key]]));
	});

/** A hash of these parts, in hexadecimal digits. */
export const sha256 = (...parts: unknown[]): string => hash('sha256', JSON.stringify(parts), 'hex');

/** The same for the same content, whatever the order of its keys. */
export const contentHash = (content: unknown): string => sha256(canonicalJson(content));
