/**
 * `npm run prepublishOnly`: nothing is published while what only the publisher knows is still to be
 * set.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const FILES = [
	'package.json',
	'{nodes,credentials}/**/*.{ts,json}',
	'.github/**/{CODEOWNERS,*.yml}',
	'{README,docs/SECURITY}.md',
];

const unset = globSync(FILES, { cwd: ROOT }).filter((path) =>
	readFileSync(join(ROOT, path), 'utf8').includes('to-be-set'),
);
if (unset.length > 0) {
	console.error(`Replace each to-be-set, then run npm run write: ${unset.join(', ')}`);
	process.exitCode = 1;
}
