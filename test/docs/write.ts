/**
 * `npm run docs`: writes the tables of README.md and docs/, and the repository's address where it has to stand in
 * full. With `--check` it writes nothing, and fails with the names of the files that it would change.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { docFiles, outdated } from './files';
import { ROOT } from './root';

const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
const files = docFiles();

if (check) {
	const paths = outdated(files);
	if (paths.length > 0) console.error(`npm run docs would change ${paths.join(', ')}`);
	process.exitCode = paths.length > 0 ? 1 : 0;
} else {
	for (const [path, text] of files) {
		mkdirSync(dirname(join(ROOT, path)), { recursive: true });
		writeFileSync(join(ROOT, path), text);
	}
}
