/**
 * Private packages of tools and of n8n: each is installed when it is first needed, as its lock file
 * says, and kept.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What all clones of this project share. Whoever needs room may delete it. */
export const CACHE = join(homedir(), '.cache', 'n8n-nodes-audience-page');

const LOCK_FILE = 'package-lock.json';
/** Nothing but `finish` runs foreign code. */
const PLAIN = [
	'--legacy-peer-deps',
	'--ignore-scripts',
	'--no-audit',
	'--no-fund',
	'--loglevel=error',
];

/** Runs npm in the folder of an install. */
export type Npm = (args: string[], env?: Record<string, string>) => Promise<void>;

interface PinnedPackage {
	/** What a person is told, such as `n8n 2.41.1`. */
	name: string;
	/** Absolute path of where it is installed. */
	folder: string;
	/** Folder with its `package.json` and `package-lock.json`, if that is another one. */
	pin?: string;
	/** Throws if the machine lacks what the install needs. */
	prepare?: () => void;
	/** What comes after the install, before it counts as whole. */
	finish?: (npm: Npm) => Promise<void>;
}

/**
 * Makes sure that a package is installed as its lock file says. A stamp, written last, holds the
 * hash of the lock file: the next call returns at once and without network, and what was cut short
 * is installed again.
 *
 * To change versions, edit `package.json` and renew the lock file in its folder with `npm install
 * --package-lock-only --legacy-peer-deps --ignore-scripts --omit-lockfile-registry-resolved`.
 *
 * @throws Error if npm fails, which says why itself, or as `prepare` and `finish` do
 */
export async function ensureInstalled(pinned: PinnedPackage): Promise<void> {
	const { name, folder, pin = folder, prepare, finish } = pinned;
	const modules = join(folder, 'node_modules');
	const stamp = join(modules, '.installed');
	const lock = await readFile(join(pin, LOCK_FILE));
	const lockHash = createHash('sha256').update(lock).digest('hex');
	if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === lockHash) return;

	prepare?.();
	process.stdout.write(`Installing ${name} into ${folder}, once. It takes minutes\n`);
	const npm: Npm = async (args, env) => await runNpm(folder, args, env);
	await rm(modules, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	if (pin !== folder)
		for (const file of ['package.json', LOCK_FILE]) await cp(join(pin, file), join(folder, file));
	await npm(['install', '--no-save', ...PLAIN]);
	await finish?.(npm);
	await writeFile(stamp, lockHash);
}

/**
 * Writes the lock file of a package that has none, with the newest versions that its `package.json`
 * allows.
 */
export async function ensureLocked(folder: string): Promise<void> {
	const lockOnly = ['install', '--package-lock-only', '--omit-lockfile-registry-resolved'];
	if (!existsSync(join(folder, LOCK_FILE))) await runNpm(folder, [...lockOnly, ...PLAIN]);
}

async function runNpm(folder: string, args: string[], env?: Record<string, string>): Promise<void> {
	const npm = spawn('npm', args, {
		cwd: folder,
		env: { ...process.env, ...env },
		stdio: 'inherit',
	});
	const [code, signal] = (await once(npm, 'close')) as [number | null, string | null];
	if (code !== 0) throw new Error(`npm ${args[0]} ended with ${signal ?? code} in ${folder}`);
}
