/**
 * Private packages of tools and of n8n: each is installed when it is first needed, as its lock file
 * says, and kept.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { freemem, homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { lock } from 'proper-lockfile';

const { XDG_CACHE_HOME = '' } = process.env;

/**
 * What all clones of this project share, as browsers of tests are shared. Whoever needs room may
 * delete it.
 */
export const CACHE = join(
	isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache'),
	'n8n-nodes-audience-page',
);

const LOCK_FILE = 'package-lock.json';
/**
 * Nothing but `finish` runs foreign code. Without network, each package would be tried for minutes.
 */
const PLAIN = [
	...['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
	...['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'],
];
const LOCK_ONLY = ['install', '--package-lock-only', '--omit-lockfile-registry-resolved', ...PLAIN];

/** Another process that installs the same is waited for; one that was killed, for half a minute. */
const ONE_AT_A_TIME = {
	realpath: false,
	stale: 30_000,
	retries: { forever: true, minTimeout: 500, maxTimeout: 500 },
};

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
	finish?: (folder: string, npm: Npm) => Promise<void>;
}

/**
 * Makes sure that a package is installed as its lock file says. A stamp, written last, holds the
 * hash of the lock file: the next call returns at once and without network, and what was cut short
 * is installed again. One process installs at a time, and the others find it done.
 *
 * To change versions, edit `package.json` and renew the lock file in its folder with `npm install
 * --package-lock-only --legacy-peer-deps --ignore-scripts --omit-lockfile-registry-resolved`.
 *
 * @throws Error if npm fails, which says why itself, or as `prepare` and `finish` do; nothing is
 * left then
 */
export async function ensureInstalled(pinned: PinnedPackage): Promise<void> {
	const { folder, pin = folder, prepare } = pinned;
	const lockHash = createHash('sha256')
		.update(await readFile(join(pin, LOCK_FILE)))
		.digest('hex');
	const isInstalled = async () =>
		(await readFile(stampOf(folder), 'utf8').catch(() => '')) === lockHash;
	if (await isInstalled()) return;
	prepare?.();
	await mkdir(dirname(folder), { recursive: true });
	const unlock = await lock(folder, ONE_AT_A_TIME);
	try {
		if (await isInstalled()) return;
		await install(pinned);
		await writeFile(stampOf(folder), lockHash);
	} finally {
		await unlock();
	}
}

const modulesOf = (folder: string): string => join(folder, 'node_modules');
const stampOf = (folder: string): string => join(modulesOf(folder), '.installed');

async function install({ name, folder, pin = folder, finish }: PinnedPackage): Promise<void> {
	process.stdout.write(`Installing ${name} into ${folder}, once. It takes minutes\n`);
	const npm: Npm = async (args, env) => await runNpm(folder, args, env);
	try {
		await rm(modulesOf(folder), { recursive: true, force: true });
		await mkdir(folder, { recursive: true });
		if (pin !== folder)
			for (const file of ['package.json', LOCK_FILE]) await cp(join(pin, file), join(folder, file));
		await npm(['install', '--no-save', ...PLAIN]);
		await finish?.(folder, npm);
	} catch (error) {
		await rm(pin === folder ? modulesOf(folder) : folder, { recursive: true, force: true });
		throw error;
	}
}

/**
 * Writes the lock file of a package that has none, with the newest versions that its `package.json`
 * allows.
 */
export async function ensureLocked(folder: string): Promise<void> {
	if (!existsSync(join(folder, LOCK_FILE))) await runNpm(folder, LOCK_ONLY);
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

/**
 * @param why such as `To compile it`
 * @throws Error if a command is not in the PATH; on Debian, its package has its name
 */
export function needCommands(commands: string[], why: string, path = process.env.PATH ?? ''): void {
	const isThere = (name: string) =>
		path.split(delimiter).some((folder) => existsSync(join(folder, name)));
	const missing = commands.filter((name) => !isThere(name));
	if (missing.length === 0) return;
	const listed = new Intl.ListFormat('en').format(missing);
	throw new Error(`${why}, this machine lacks ${listed}: apt-get install ${missing.join(' ')}`);
}

/** @throws Error if the machine, or the container that this is, has less free memory */
export function needMemory(what: string, gigabytes: number): void {
	const free = Math.min(freemem(), process.constrainedMemory() || Infinity) / 1e9;
	if (free >= gigabytes) return;
	throw new Error(
		`${what} needs ${gigabytes} GB of free memory, and there is ${free.toFixed(1)}: end other programs, or give the machine more`,
	);
}
