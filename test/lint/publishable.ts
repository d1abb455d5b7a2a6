/**
 * `npm run prepublishOnly`: npm runs it before it publishes, and the workflow that publishes before it packs. Fails
 * while `package.json` has addresses that nobody has set.
 */
import manifest from '../../package.json';
import { runLegs, type Leg } from './legs';
import { unsetAddresses } from './unsetAddresses';

const unset = unsetAddresses(manifest);
const output = `Set ${unset.join(', ')} in package.json, then run npm run write, which writes the rest`;
const addresses: Leg = [
	'the addresses in package.json are set',
	() => Promise.resolve({ ok: unset.length === 0, output }),
];

void runLegs(() => Promise.resolve([addresses]));
