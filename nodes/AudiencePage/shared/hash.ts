import { hash } from 'node:crypto';

import { isJsonObject } from './values';

/** JSON that is the same for the same content, in whatever order its keys come. */
export const canonicalJson = (content: unknown): string =>
	JSON.stringify(content, (_key, value: unknown) => {
		if (!isJsonObject(value)) return value;
		const keys = Object.keys(value).sort();
		return Object.fromEntries(keys.map((key) => [key, value[key]]));
	});

/** A hash of these values, in hexadecimal digits. */
export const sha256 = (...values: unknown[]): string =>
	hash('sha256', JSON.stringify(values), 'hex');

/** The same for the same content, whatever the order of its keys. */
export const contentHash = (content: unknown): string => sha256(canonicalJson(content));
