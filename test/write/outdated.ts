import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

import { ROOT } from '../docs/root';

/**
 * Paths of the files that are not as they should be: with another text, or missing, or too many.
 *
 * @param owns a folder in which no other files stand
 */
export async function outdated(files: Map<string, string>, owns?: string): Promise<string[]> {
	const paths: string[] = [];
	for (const [path, text] of files) {
		const there = await readFile(join(ROOT, path), 'utf8').catch(() => undefined);
		if (there !== text) paths.push(path);
	}
	const owned = owns === undefined ? [] : globSync(posix.join(owns, '**/*.*'), { cwd: ROOT });
	return [...paths, ...owned.filter((path) => !files.has(path))];
}
