/**
 * `npm run prepublishOnly`: npm runs it before it publishes, and the workflow that publishes before it packs. Fails
 * while there are addresses that nobody has set.
 */
import { join } from 'node:path';

import { unsetIn } from './unsetAddresses';

const unset = unsetIn(join(__dirname, '..', '..'));
if (unset.length > 0) {
	process.stderr.write(`Set ${unset.join(', ')}, then run npm run write, which writes the rest\n`);
	process.exitCode = 1;
}
