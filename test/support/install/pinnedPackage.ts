/**
 * Tools too large for the root package (n8n's linter, n8n itself) live in private packages of their own,
 * pinned by a lock file and installed when first needed.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PLAIN, runNpm, type NpmStep } from './npm';
import { Progress, type Label, type Screen } from './progress';
import { wholeOrNothing } from './wholeOrNothing';

/** Runs npm in the folder of an install, and says meanwhile what it does, such as `compiling the database driver`. */
export type Npm = (doing: string, step: NpmStep) => Promise<void>;

/** What comes after the install in `folder`, before it counts as whole. */
export type Finish = (folder: string, npm: Npm) => Promise<void>;

const INSTALL: NpmStep = { args: ['install', '--no-save', ...PLAIN] };
const LOCK: NpmStep = {
	args: ['install', '--package-lock-only', '--omit-lockfile-registry-resolved', ...PLAIN],
};
/** What pins a package. */
export const PIN_FILES = ['package.json', 'package-lock.json'] as const;
const [, LOCK_NAME] = PIN_FILES;
const STAMP = join('node_modules', '.installed');

/**
 * Makes sure that `folder`, a private package with `package.json` and `package-lock.json`, is installed as its
 * lock file says; both files stay as they are. What is installed is kept: a stamp in `node_modules`, written last, holds
 * the hash of the lock file, so the next call returns at once and without network. Not made for two processes that
 * install the same folder at the same time.
 *
 * To change versions, edit `package.json` and renew the lock file in its folder with
 * `npm install --package-lock-only --legacy-peer-deps --ignore-scripts --omit-lockfile-registry-resolved`.
 *
 * @param folder absolute path of the package
 * @throws Error as `install`
 */
export async function ensureInstalled(folder: string, label: Label): Promise<void> {
	if (await isInstalled(folder)) return;
	const modules = join(folder, 'node_modules');
	// npm takes a package whose unpacking was cut short for whole: nothing of an earlier try is kept.
	await rm(modules, { recursive: true, force: true });
	const log = join(folder, 'install.log');
	await rm(log, { force: true });
	await wholeOrNothing(modules, async (stop) => await install({ folder, log, label, stop }));
}

export interface Install {
	/** Of the package. */
	folder: string;
	/** Path of the file that takes npm's output. */
	log: string;
	label: Label;
	stop: AbortSignal;
	finish?: Finish;
	screen?: Screen;
}

/**
 * Installs a package with `npm install --legacy-peer-deps --ignore-scripts`: nothing but `finish` runs
 * foreign code. Says what it does, and how far it is.
 *
 * @throws Error as `runNpm`
 */
export async function install({ folder, log, label, stop, finish, screen }: Install): Promise<void> {
	const npm = async (step: NpmStep) => await runNpm(folder, log, step, stop);
	const progress = new Progress(label, folder, screen);
	try {
		await npm(INSTALL);
		await finish?.(folder, async (doing, step) => {
			progress.begins(doing);
			await npm(step);
		});
		await rm(log);
		await writeFile(join(folder, STAMP), await lockHash(folder));
		progress.begins('done');
	} finally {
		progress.end();
	}
}

/**
 * Writes the lock file of a package that has none, with the newest versions that its `package.json` allows.
 *
 * @throws Error with npm's reason
 */
export async function ensureLocked(folder: string, name: string): Promise<void> {
	if (existsSync(join(folder, LOCK_NAME))) return;
	process.stdout.write(`Choosing the versions of what ${name} needs\n`);
	await runNpm(folder, join(folder, 'install.log'), LOCK);
}

/** Whether `folder` holds a whole install of what the lock file in `pin` says. */
export async function isInstalled(folder: string, pin = folder): Promise<boolean> {
	const stamped = await readFile(join(folder, STAMP), 'utf8').catch(() => '');
	return stamped === (await lockHash(pin));
}

async function lockHash(folder: string): Promise<string> {
	const lock = await readFile(join(folder, LOCK_NAME));
	return createHash('sha256').update(lock).digest('hex');
}
