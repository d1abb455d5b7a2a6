/** What users get: the packed package, by n8n's scan of published packages, and by publint. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackage, unpackPackage } from '../n8n/harness/pack.ts';

// As soon as the scanner is loaded, it makes a folder for downloads, which would stay behind.
const ofScanner = createRequire(import.meta.resolve('@n8n/scan-community-package/package.json'));
ofScanner('tmp').setGracefulCleanup();
const { analyzePackage } = await import('@n8n/scan-community-package/scanner/scanner.mjs');

const folder = await realpath(await mkdtemp(join(tmpdir(), 'packed-')));
try {
	await unpackPackage(await packPackage(folder), folder);
	// What it scans of a tarball. It passes a folder without such files, but says so.
	const {
		passed,
		message = '',
		details = '',
	} = await analyzePackage(folder, ['**/*.js', 'package.json']);
	console.log(
		`n8n's scan: ${passed && message === '' ? 'passed' : `failed\n${message}\n${details}`}`,
	);
	if (!passed || message !== '') process.exitCode = 1;
	execFileSync('publint', ['run', folder, '--strict', '--pack', 'false'], { stdio: 'inherit' });
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
} finally {
	await rm(folder, { recursive: true });
}
