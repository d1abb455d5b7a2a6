/** What comes before all tests on a real n8n: no test's time limit is made for an install. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ensureAll } from './install';
import { PACKED_PACKAGE, packPackage } from './pack';

export default async function setUp(): Promise<void> {
	await ensureAll();
	await mkdir(dirname(PACKED_PACKAGE), { recursive: true });
	await packPackage(dirname(PACKED_PACKAGE));
}
