/**
 * `npm run prepublishOnly`: npm runs it before it publishes, and the workflow that publishes before it packs. Fails
 * while there are addresses that nobody has set.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../package.json';
import { runLegs, type Leg } from './legs';
import { unsetAddresses } from './unsetAddresses';

const CODEOWNERS = '.github/CODEOWNERS';
const owners = readFileSync(join(__dirname, '..', '..', CODEOWNERS), 'utf8');

const unset = unsetAddresses({ 'package.json': manifest, [CODEOWNERS]: owners });
const output = `Set ${unset.join(', ')}, then run npm run write, which writes the rest`;
const addresses: Leg = [
	'the addresses in package.json and CODEOWNERS are set',
	() => Promise.resolve({ ok: unset.length === 0, output }),
];

void runLegs(() => Promise.resolve([addresses]));
