/**
 * `N8N_VERSION=2.30.8 npm run test:n8n -- anyVersion`: installs that version of n8n, and says what
 * of the node works on it.
 */
import { folderOf, pinnedVersion } from '../harness/install';
import { HARMLESS, newerCalls } from '../versions/newerCalls';
import { testVersion } from '../versions/version';

const folder = folderOf(process.env.N8N_VERSION ?? pinnedVersion());

it('has all that the node calls, except what does no harm', () => {
	expect(newerCalls(folder).filter((call) => !HARMLESS.includes(call))).toEqual([]);
});

testVersion(folder);
