/**
 * `npm run write`: writes what is committed and made of the code: contract.json, the previews of
 * the editor, and the tables of README and docs/. With `--check`, as lint runs it, it writes
 * nothing, and fails with the names of the files that it would change.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkCases } from '../cases';
import { docFiles } from '../docs/tables';
import { ROOT } from '../docs/root';
import { FOLDER, previewFiles } from '../previews/outputs';
import { contractFiles } from './contract';

const { check: isCheck } = parseArgs({ options: { check: { type: 'boolean' } } }).values;

/**
 * Writes what is not as it should be. In the folder of previews, and of the reference, no other
 * files stand.
 */
function main(): void {
	checkCases();
	const files = new Map([...contractFiles(), ...previewFiles(), ...docFiles()]);
	const existing = globSync([`${FOLDER}/**/*.*`, 'docs/resources/*'], { cwd: ROOT });
	const changed = [...new Set([...files.keys(), ...existing])].filter(
		(path) => textOf(path) !== files.get(path),
	);
	if (isCheck && changed.length > 0)
		throw new Error(`npm run write would change ${changed.join(', ')}`);
	for (const path of changed) {
		replace(join(ROOT, path), files.get(path));
		console.log(path);
	}
}

/** Undefined for a file that is not there. */
function textOf(path: string): string | undefined {
	const file = join(ROOT, path);
	return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Without a text, the file goes. */
function replace(file: string, text: string | undefined): void {
	if (text === undefined) {
		rmSync(file);
		return;
	}
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
}

try {
	main();
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
