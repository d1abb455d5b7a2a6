/** All that `npm run write` writes of README and docs/. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesWithRepository } from './addresses';
import { fillIn } from './markers';
import { PARTS } from './parts';
import { linksFrom, PAGES, ROOT } from './places';
import { resourcePages } from './resourcePages';

/** The documents that people write, with places in them to be filled. */
export const documents = (): string[] =>
	globSync(['README.md', 'docs/**/*.md'], { cwd: ROOT })
		.filter((path) => !path.startsWith(`${PAGES}/`))
		.sort();

/**
 * The text of every file as it should be, by its path from the root.
 *
 * @throws Error that names the document, if a marker of it cannot be filled
 */
export function writtenFiles(): Map<string, string> {
	const filled = documents().map((path) => [path, filledDocument(path)] as const);
	return new Map([...filled, ...resourcePages(), ...filesWithRepository()]);
}

function filledDocument(path: string): string {
	try {
		return fillIn(readFileSync(join(ROOT, path), 'utf8'), PARTS, linksFrom(path));
	} catch (error) {
		throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
	}
}
