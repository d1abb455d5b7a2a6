/**
 * `npx tsx test/n8n/anyVersion/testVersion.ts 2.30.8`: installs that version of n8n beside the pinned ones, where it is kept, and says what of the node works on it and what breaks. It fails if anything breaks.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CACHE, ensureLocked } from '../../support/install';
import { installN8n, pinOf, PINNED_FOLDERS, pinnedVersion } from '../harness/install';
import { nodeOf } from '../harness/node';
import { packageFor } from './anyPackage';

const CONFIG = join('test', 'n8n', 'anyVersion', 'jest.config.mjs');

/** What a version of n8n says of the Node that it needs. */
function engineOf(version: string): string {
	const { stdout } = spawnSync('npm', ['view', `n8n@${version}`, 'engines.node'], { encoding: 'utf8' });
	if (stdout === '')
		throw new Error(`npm finds no n8n ${version}. npm view n8n versions lists those there are`);
	return stdout.trim();
}

/** Pins a version that isn't pinned: a folder with its package.json and lock file. */
async function ownPin(version: string): Promise<string> {
	const folder = join(CACHE, 'pins', version);
	const manifest = join(folder, 'package.json');
	const text = `${JSON.stringify(packageFor(version, engineOf(version)), null, '\t')}\n`;
	if (!existsSync(manifest) || readFileSync(manifest, 'utf8') !== text) {
		await rm(join(folder, 'package-lock.json'), { force: true });
		await mkdir(folder, { recursive: true });
		await writeFile(manifest, text);
	}
	await ensureLocked(folder);
	return folder;
}

async function main([version = '']: string[]): Promise<void> {
	if (!/^\d+\.\d+\.\d+$/.test(version)) {
		throw new Error('Which version of n8n? For example: npx tsx test/n8n/anyVersion/testVersion.ts 2.30.8');
	}
	const pinned = PINNED_FOLDERS.find((folder) => pinnedVersion(folder) === version);
	const pin = pinned === undefined ? await ownPin(version) : pinOf(pinned);
	const folder = await installN8n(version, pin);
	const node = execFileSync(nodeOf(folder), ['--version'], { encoding: 'utf8' }).trim().slice(1);
	console.log(`n8n ${version} installs: on Node.js ${node}, in ${folder}`);
	const { status } = spawnSync('jest', ['--config', CONFIG], {
		stdio: 'inherit',
		env: { ...process.env, N8N_TO_TRY: folder },
	});
	console.log(
		status === 0 ? `All of this holds on n8n ${version}` : `n8n ${version} breaks something: see above`,
	);
	if (status !== 0) process.exitCode = 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
