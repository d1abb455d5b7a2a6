/**
 * `npm run scan`: what n8n's `@n8n/scan-community-package` lints of a package that is published, linted before: its
 * sources, and the packed tarball as npm would get it, which publint judges too. Both have to refuse a sample as well.
 * `attw` looks at types alone, for those who import a package; n8n only loads the files that package.json names.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureJudges } from '../judges/install';
import { lintPacked } from '../judges/packed';
import { packPackage, unpackPackage } from '../n8n/harness/pack';
import { ensureInstalled } from '../support/install/pinnedPackage';
import { reports, runLegs } from './legs';
import { SOURCE_RULES } from './n8nReview';
import type { Ending } from './run';

const root = join(__dirname, '..', '..');
const sample = join(__dirname, 'sample');

/** What the scanner looks at in a tarball: it does not export that. */
const PACKED_FILE_PATTERNS = ['**/*.js', 'package.json'];

const PACKED_RULES = [
	'@n8n/community-nodes/no-forbidden-lifecycle-scripts',
	'@n8n/community-nodes/no-restricted-globals',
	'@n8n/community-nodes/no-restricted-imports',
	'@n8n/community-nodes/no-runtime-dependencies',
	'no-console',
	// Of publint.
	'FILE_DOES_NOT_EXIST',
];

/** Once it is installed. As soon as it is loaded, it makes a folder for downloads, which would stay behind. */
async function loadScanner() {
	const ofScanner = createRequire(require.resolve('@n8n/scan-community-package/package.json'));
	(ofScanner('tmp') as { setGracefulCleanup(): void }).setGracefulCleanup();
	return await import('@n8n/scan-community-package/scanner/scanner.mjs');
}

/** The scanner's verdict; its warnings, which it does not show where it finds no error, count as well. */
async function scan(folder: string, patterns: string[]): Promise<Ending> {
	const { analyzePackage, buildScanConfig } = await loadScanner();
	const { passed, message = '', details = '' } = await analyzePackage(folder, patterns);
	// It passes a folder without such files, with a message.
	if (!passed || message !== '') return { ok: false, output: `${message}\n${details}` };

	const { ESLint } = await import('eslint');
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
	});
	const formatter = await eslint.loadFormatter('stylish');
	const output = await formatter.format(await eslint.lintFiles(patterns));
	return { ok: output === '', output };
}

async function scanSources(folder: string): Promise<Ending> {
	const { SOURCE_FILE_PATTERNS } = await loadScanner();
	return await scan(folder, SOURCE_FILE_PATTERNS);
}

async function judgeTarball(): Promise<Ending> {
	const folder = await realpath(await mkdtemp(join(tmpdir(), 'scan-')));
	try {
		const tarball = await packPackage(folder);
		await unpackPackage(tarball, folder);
		return await judge(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** An unpacked package, by n8n's scanner and by publint. */
async function judge(folder: string): Promise<Ending> {
	const [scanned, linted] = [await scan(folder, PACKED_FILE_PATTERNS), await lintPacked(folder)];
	return { ok: scanned.ok && linted.ok, output: `${scanned.output}\n${linted.output}` };
}

async function main(): Promise<void> {
	await runLegs(async () => {
		await ensureInstalled(__dirname, {
			name: "the linters and n8n's scanner",
			megabytes: 500,
			took: '15 s to 1 min',
		});
		await ensureJudges();
		return [
			['sources', () => scanSources(root)],
			['sources of the sample are refused', () => reports(scanSources(sample), SOURCE_RULES)],
			['tarball', judgeTarball],
			['the packed sample is refused', () => reports(judge(join(sample, 'packed')), PACKED_RULES)],
		];
	});
	console.log('Only for a published version, so not run: its provenance, and that its source is on GitHub.');
}

void main();
