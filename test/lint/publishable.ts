/**
 * `npm run prepublishOnly`: npm runs it before it publishes, and the workflow that publishes before it packs. Fails
 * while `package.json` has addresses that nobody has set.
 */
import manifest from '../../package.json';
import { unsetAddresses } from './unsetAddresses';

const unset = unsetAddresses(manifest);
if (unset.length > 0) {
	console.error(
		`Not to be published: set ${unset.join(', ')} in package.json, then run npm run docs, which writes the rest`,
	);
	process.exitCode = 1;
}
