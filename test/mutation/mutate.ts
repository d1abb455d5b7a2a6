/**
 * `npm run mutate`: has Stryker run; below the threshold of its configuration it fails. Arguments
 * are Stryker's.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from '../support/install';

const ROOT = join(__dirname, '..', '..');
const STRYKER = join(__dirname, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

async function mutate(args: string[]): Promise<void> {
	await ensureInstalled({ name: 'Stryker', folder: __dirname });
	const all = [STRYKER, 'run', 'test/mutation/stryker.config.mjs', ...args];
	process.exitCode = spawnSync(process.execPath, all, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}

void mutate(process.argv.slice(2));
