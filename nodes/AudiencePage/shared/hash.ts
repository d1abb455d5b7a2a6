import { hash } from 'node:crypto';

import { isTurnOver, nextTurn } from './turns';

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

async function sortedInTurns(content: unknown): Promise<unknown> {
	if (typeof content !== 'object' || content === null || 'toJSON' in content) return content;
	const isList = Array.isArray(content);
	const entries: unknown[] = [];
	const members: Array<[string | number, unknown]> = [];
	for (const key of isList ? content.keys() : Object.keys(content).sort()) {
		if (isTurnOver()) await nextTurn();
		const one = (content as Record<string | number, unknown>)[key];
		const sorted = typeof one === 'object' ? await sortedInTurns(one) : one;
		if (isList) entries.push(sorted);
		else members.push([key, sorted]);
	}
	return isList ? entries : Object.fromEntries(members);
}

/** As `contentHash`, for content of any size: n8n gets its turns meanwhile. */
export const contentHashInTurns = async (content: unknown): Promise<string> =>
	sha256(JSON.stringify(await sortedInTurns(content)));
