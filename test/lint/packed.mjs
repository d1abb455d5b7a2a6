/** What users get, the packed package, by n8n's scan of published packages. */
import { analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackage, unpackPackage } from '../n8n/harness/pack.ts';

const folder = await realpath(await mkdtemp(join(tmpdir(), 'packed-')));
try {
	await unpackPackage(await packPackage(folder), folder);
	// What it scans of a tarball.
	const files = ['**/*.js', 'package.json'];
	const { passed, message = '', details = '' } = await analyzePackage(folder, files);
	// It passes a folder without such files, but with a message.
	const isClean = passed && message === '';
	console.log(isClean ? "n8n's scan: passed" : `n8n's scan: failed\n${message}\n${details}`);
	if (!isClean) process.exitCode = 1;
} finally {
	await rm(folder, { recursive: true });
}
