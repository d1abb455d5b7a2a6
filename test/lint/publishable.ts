/** `npm run prepublishOnly`: nothing is published while what only the publisher knows is still to be set. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const unset = ['package.json', '.github/CODEOWNERS'].filter((path) =>
	readFileSync(join(__dirname, '..', '..', path), 'utf8').includes('to-be-set'),
);
if (unset.length > 0) {
	console.error(`Replace each to-be-set in ${unset.join(' and ')}, then run npm run write`);
	process.exitCode = 1;
}
