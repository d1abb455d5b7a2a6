/** Where documents stand, from the root of the project. */
import { join, posix } from 'node:path';
import type { LinkTo } from './markers';

export const ROOT = join(__dirname, '..', '..');

/** Where the pages of resources stand. */
export const PAGES = 'docs/resources';

/** The page of a resource, or of the trigger. */
export const pageOf = (resource: string): string => `${PAGES}/${resource}.md`;

/** The links of a document. */
export const linksFrom =
	(document: string): LinkTo =>
	(path) =>
		posix.relative(posix.dirname(document), path);
