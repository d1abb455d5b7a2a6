/** Private packages of tools and of n8n: each is installed when it is first needed, as its lock file says, and kept. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { freemem, homedir, tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isRunning } from './processes';

const { XDG_CACHE_HOME = '' } = process.env;

/** What all clones of this project share, as browsers of tests are shared. Whoever needs room may delete it. */
export const CACHE = join(
	isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache'),
	'n8n-nodes-audience-page',
);

const LOCK_FILE = 'package-lock.json';
/** Nothing but `finish` runs foreign code. Without network, each package would be tried for minutes. */
const PLAIN = [
	...['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
	...['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'],
];
const LOCK_ONLY = ['install', '--package-lock-only', '--omit-lockfile-registry-resolved', ...PLAIN];

/** Runs npm in the folder of an install. */
export type Npm = (args: string[], env?: Record<string, string>) => Promise<void>;

export interface PinnedPackage {
	/** What a person is told, such as `n8n 2.41.1`. */
	name: string;
	/** Absolute path of where it is installed. */
	folder: string;
	/** Folder with its `package.json` and `package-lock.json`, if that is another one. */
	pin?: string;
	/** Throws if the machine lacks what the install needs. */
	prepare?: () => Promise<void>;
	/** What comes after the install, before it counts as whole. */
	finish?: (folder: string, npm: Npm) => Promise<void>;
}

/**
 * Makes sure that a package is installed as its lock file says. A stamp, written last, holds the hash of the lock file:
 * the next call returns at once and without network, and what was cut short is installed again. Other processes wait
 * for the one that installs.
 *
 * To change versions, edit `package.json` and renew the lock file in its folder with
 * `npm install --package-lock-only --legacy-peer-deps --ignore-scripts --omit-lockfile-registry-resolved`.
 *
 * @throws Error if npm fails, which says why itself, or as `prepare` and `finish` do; nothing is left then
 */
export async function ensureInstalled(pinned: PinnedPackage): Promise<void> {
	const { name, folder, pin = folder, prepare, finish } = pinned;
	const modules = join(folder, 'node_modules');
	const stamp = join(modules, '.installed');
	const lockHash = hash(await readFile(join(pin, LOCK_FILE)));
	const isInstalled = async () => (await readFile(stamp, 'utf8').catch(() => '')) === lockHash;
	if (await isInstalled()) return;
	await prepare?.();
	await oneAtATime(folder, async () => {
		if (await isInstalled()) return;
		process.stdout.write(`Installing ${name} into ${folder}, once. It takes minutes\n`);
		const npm: Npm = async (args, env) => await runNpm(folder, args, env);
		try {
			await rm(modules, { recursive: true, force: true });
			await mkdir(folder, { recursive: true });
			if (pin !== folder)
				for (const file of ['package.json', LOCK_FILE]) await cp(join(pin, file), join(folder, file));
			await npm(['install', '--no-save', ...PLAIN]);
			await finish?.(folder, npm);
			await writeFile(stamp, lockHash);
		} catch (error) {
			await rm(pin === folder ? modules : folder, { recursive: true, force: true });
			throw error;
		}
	});
}

/** Writes the lock file of a package that has none, with the newest versions that its `package.json` allows. */
export async function ensureLocked(folder: string): Promise<void> {
	if (!existsSync(join(folder, LOCK_FILE))) await runNpm(folder, LOCK_ONLY);
}

const hash = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

async function runNpm(folder: string, args: string[], env?: Record<string, string>): Promise<void> {
	const npm = spawn('npm', args, { cwd: folder, env: { ...process.env, ...env }, stdio: 'inherit' });
	const [code, signal] = (await once(npm, 'close')) as [number | null, string | null];
	if (code !== 0) throw new Error(`npm ${args[0]} ended with ${signal ?? code} in ${folder}`);
}

/** Waits until no other process works on a folder; the lock of one that has ended does not count. */
async function oneAtATime(folder: string, work: () => Promise<void>): Promise<void> {
	const lock = join(tmpdir(), `installing-${hash(folder).slice(0, 16)}`);
	const isMine = async () =>
		await writeFile(lock, String(process.pid), { flag: 'wx' }).then(
			() => true,
			() => false,
		);
	while (!(await isMine())) {
		const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
		if (owner > 0 && !isRunning(owner)) await rm(lock, { force: true });
		else await wait(100);
	}
	try {
		await work();
	} finally {
		await rm(lock, { force: true });
	}
}

const GIGABYTE = 1e9;
const rounded = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`;

/**
 * @param why such as `To compile it`
 * @throws Error if a command is not in the PATH; on Debian, its package has its name
 */
export function needCommands(commands: string[], why: string, path = process.env.PATH ?? ''): void {
	const isThere = (name: string) => path.split(delimiter).some((folder) => existsSync(join(folder, name)));
	const missing = commands.filter((name) => !isThere(name));
	if (missing.length === 0) return;
	const listed = new Intl.ListFormat('en').format(missing);
	throw new Error(`${why}, this machine lacks ${listed}: apt-get install ${missing.join(' ')}`);
}

/** @throws Error if the disk that holds `folder`, which need not be there yet, has less room than that */
export async function needDisk(what: string, gigabytes: number, folder: string): Promise<void> {
	if (!existsSync(folder)) return await needDisk(what, gigabytes, dirname(folder));
	const { bavail, bsize } = await statfs(folder);
	if (bavail * bsize >= gigabytes * GIGABYTE) return;
	const found = `the disk of ${folder} has ${rounded(bavail * bsize)}`;
	throw new Error(
		`${what} takes ${gigabytes} GB, and ${found}: make room, or set XDG_CACHE_HOME to a folder elsewhere`,
	);
}

/** @throws Error if the machine, or the container that this is, has less free memory */
export function needMemory(what: string, gigabytes: number): void {
	const bytes = Math.min(freemem(), process.constrainedMemory() || Infinity);
	if (bytes >= gigabytes * GIGABYTE) return;
	throw new Error(
		`${what} needs ${gigabytes} GB of free memory, and there is ${rounded(bytes)}: end other programs, or give the machine more`,
	);
}
