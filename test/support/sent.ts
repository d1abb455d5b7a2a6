import type { Sandbox } from '../service/sandbox';

/** What a sandbox was sent, as "METHOD /path". */
export const calls = ({ requests }: Sandbox): string[] =>
	requests.map(({ method, path }) => `${method} ${path}`);

/**
 * The queries that a sandbox was sent, as they stand in the URL, each without its cursor's value.
 */
export const queries = ({ requests }: Sandbox): Array<string | undefined> =>
	requests.map(({ url }) => url.split('?')[1]?.replace(/cursor=[^&]+/, 'cursor=…'));

/** The bodies that a sandbox was sent, parsed. */
export const bodies = ({ requests }: Sandbox): unknown[] => requests.map(({ body }) => body);
