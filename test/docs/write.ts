/**
 * `npm run docs`: writes the tables and numbers of README and docs/, the pages of the resources, and the
 * repository's address where it has to stand in full. With `--check` it writes nothing, and fails with the names of the
 * files that it would change.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { writtenFiles } from './files';
import { PAGES, ROOT } from './places';

async function write(files: Map<string, string>): Promise<void> {
	await rm(join(ROOT, PAGES), { recursive: true, force: true });
	for (const [path, text] of files) {
		await mkdir(dirname(join(ROOT, path)), { recursive: true });
		await writeFile(join(ROOT, path), text);
	}
}

/** Paths of the files that are not as they should be. */
async function outdated(files: Map<string, string>): Promise<string[]> {
	const paths: string[] = [];
	for (const [path, text] of files) {
		const there = await readFile(join(ROOT, path), 'utf8').catch(() => undefined);
		if (there !== text) paths.push(path);
	}
	return paths;
}

async function main(): Promise<void> {
	const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
	const files = writtenFiles();
	if (!check) return await write(files);
	const paths = await outdated(files);
	if (paths.length > 0) throw new Error(`npm run docs would change ${paths.join(', ')}`);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
