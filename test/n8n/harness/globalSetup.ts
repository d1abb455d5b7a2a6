/** What comes before all tests on a real n8n: no test's time limit is made for an install. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ensureN8n, NEWEST_N8N, OLDEST_N8N } from './install';
import { PACKED_PACKAGE, packPackage } from './pack';

export default async function setUp(): Promise<void> {
	await ensureN8n(NEWEST_N8N);
	await ensureN8n(OLDEST_N8N);
	await mkdir(dirname(PACKED_PACKAGE), { recursive: true });
	await packPackage(dirname(PACKED_PACKAGE));
}
