/** What comes before all tests on a real n8n: no test's time limit is made for an install. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinFor } from './anyPin';
import { installN8n, PINNED_FOLDERS, pinnedVersion, pinOf } from './install';
import { packPackage } from './pack';

export default async function setUp(): Promise<void> {
	const installs: Array<Promise<unknown>> = [];
	for (const folder of PINNED_FOLDERS)
		installs.push(installN8n(pinnedVersion(folder), pinOf(folder), installs.at(-1)));
	const failed = (await Promise.allSettled(installs)).find(({ status }) => status === 'rejected');
	if (failed !== undefined) await Promise.all(installs);
	const version = process.env.N8N_VERSION;
	if (version !== undefined) await installN8n(version, await pinFor(version));
	process.env.PACKED_PACKAGE = await packPackage(await mkdtemp(join(tmpdir(), 'packed-')));
}
