/** Packages that are installed once for all clones of this project: in the user's cache folder, as browsers of tests are. */
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { isRunning } from '../processes';
import { install, isInstalled, PIN_FILES, type Finish } from './pinnedPackage';
import type { Label, Screen } from './progress';
import { wholeOrNothing } from './wholeOrNothing';

/** Whoever needs room may delete it. */
export const cacheIn = ({ XDG_CACHE_HOME: given = '' }: NodeJS.ProcessEnv): string =>
	join(isAbsolute(given) ? given : join(homedir(), '.cache'), 'n8n-nodes-audience-page');

export const CACHE = cacheIn(process.env);

export interface CachedPackage {
	/** Folder with the `package.json` and `package-lock.json`. */
	pin: string;
	/** Where it is installed; both files are copied there. */
	folder: string;
	label: Label;
	/** Throws if the machine lacks what the install needs. */
	prepare?: () => Promise<void>;
	finish?: Finish;
	screen?: Screen;
}

/**
 * Makes sure that a package is installed as its lock file says. It is installed beside its folder, and renamed when it
 * is whole: what is there is whole, and of two processes that install it at the same time, one uses the other's.
 *
 * @throws Error as `install`, or what `prepare` throws; nothing is left then, but npm's log if it is named
 */
export async function ensureCached({
	pin,
	folder,
	label,
	prepare,
	finish,
	screen = process.stdout,
}: CachedPackage): Promise<void> {
	if (await isInstalled(folder, pin)) return;
	await prepare?.();
	await mkdir(dirname(folder), { recursive: true });
	await removeLeftovers(folder);
	screen.write(`Installing ${label.name} into ${folder}, once\n`);
	const whole = await mkdtemp(`${folder}.${hostname()}.${process.pid}.`);
	await wholeOrNothing(whole, async (stop) => {
		for (const file of PIN_FILES) await cp(join(pin, file), join(whole, file));
		await install({ folder: whole, log: `${whole}.log`, label, stop, finish, screen });
		stop.throwIfAborted();
		await putInPlace(whole, folder, pin);
	});
}

/** Renames; what is there already is taken if it is as good, or else replaced. */
async function putInPlace(whole: string, folder: string, pin: string): Promise<void> {
	for (;;) {
		try {
			return await rename(whole, folder);
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
		}
		if (await isInstalled(folder, pin)) return await rm(whole, { recursive: true });
		const old = `${whole}.old`;
		await rename(folder, old).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== 'ENOENT') throw error; // another process was faster
		});
		await rm(old, { recursive: true, force: true });
	}
}

/** What installs have left that were cut off without being able to clean up, as by a power cut. */
async function removeLeftovers(folder: string): Promise<void> {
	const prefix = `${basename(folder)}.${hostname()}.`;
	for (const name of await readdir(dirname(folder))) {
		if (!name.startsWith(prefix)) continue;
		const pid = parseInt(name.slice(prefix.length));
		if (!isRunning(pid)) await rm(join(dirname(folder), name), { recursive: true, force: true });
	}
}
