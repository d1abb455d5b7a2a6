/**
 * `npm run write`: writes what is committed and made of the code: contract.json, the previews of the
 * editor, and the tables of README and docs/. With `--check`, as lint runs it, it writes nothing, and fails with the
 * names of the files that it would change.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { docFiles } from '../docs/tables';
import { ROOT } from '../docs/root';
import { FOLDER, previewFiles } from '../previews/outputs';
import { contractFiles } from './contract';

const { check: isCheck } = parseArgs({ options: { check: { type: 'boolean' } } }).values;
const changed: string[] = [];

/**
 * Writes the texts of files, by their paths from the root, that are not as they should be.
 *
 * @param owns a folder in which no other files stand
 */
function bringUpToDate(files: Map<string, string>, owns?: string): void {
	const others = owns === undefined ? [] : globSync(`${owns}/**/*.*`, { cwd: ROOT });
	for (const path of new Set([...files.keys(), ...others])) {
		const [file, text] = [join(ROOT, path), files.get(path)];
		if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
		changed.push(path);
		if (isCheck) continue;
		mkdirSync(dirname(file), { recursive: true });
		if (text === undefined) rmSync(file);
		else writeFileSync(file, text);
	}
}

function main(): void {
	bringUpToDate(contractFiles());
	bringUpToDate(previewFiles(), FOLDER);
	bringUpToDate(docFiles(), 'docs/resources');
	if (isCheck && changed.length > 0) throw new Error(`npm run write would change ${changed.join(', ')}`);
	for (const path of changed) console.log(path);
}

try {
	main();
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
