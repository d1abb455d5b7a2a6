/**
 * Tools too large for the root package (n8n's linter, n8n itself) live in private packages of their own,
 * pinned by a lock file and installed when first needed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** One more npm command to run in the folder after the install, such as `rebuild sqlite3`. */
export interface NpmStep {
	/** What comes after `npm`, such as `['rebuild', 'sqlite3']`. */
	args: string[];
	/** Added to this process's environment. */
	env?: Record<string, string>;
}

// Without network an install would try each of its packages for minutes.
const PLAIN = '--legacy-peer-deps --ignore-scripts --no-audit --no-fund --fetch-retries=1'.split(' ');
const INSTALL: NpmStep = { args: ['install', '--no-save', ...PLAIN] };
const LOCK: NpmStep = {
	args: ['install', '--package-lock-only', '--omit-lockfile-registry-resolved', ...PLAIN],
};
const LOCK_NAME = 'package-lock.json';
const LOG_NAME = 'install.log';
const STAMP = join('node_modules', '.installed');

/**
 * Makes sure that `folder`, a private package with `package.json` and `package-lock.json`, is installed as its
 * lock file says. Installs with `npm install --legacy-peer-deps --ignore-scripts` (nothing but `finish`
 * runs foreign code), and leaves both files as they are. Prints a line when it begins, and one when it is done.
 *
 * What is installed is kept: a stamp in `node_modules`, written last, holds the hash of the lock file, so the
 * next call returns at once and without network, and an install that was cut short is done again. Not made for
 * two processes that install the same folder at the same time.
 *
 * To change versions, edit `package.json` and renew the lock file in its folder with
 * `npm install --package-lock-only --legacy-peer-deps --ignore-scripts --omit-lockfile-registry-resolved`.
 *
 * @param folder absolute path of the package
 * @param label what the user reads in the progress line, such as "n8n's linter"
 * @param finish what comes after the install, before the stamp; it is given what runs npm in the folder
 * @throws Error that says what failed, npm's own reason, and where npm's output is (`install.log` in `folder`)
 */
export async function ensureInstalled(
	folder: string,
	label: string,
	finish: (npm: (step: NpmStep) => Promise<void>) => Promise<void> = async () => {},
): Promise<void> {
	if (await isInstalled(folder)) return;

	// npm takes a package whose unpacking was cut short for whole: nothing of an earlier try is kept.
	await rm(join(folder, 'node_modules'), { recursive: true, force: true });
	await rm(join(folder, LOG_NAME), { force: true });
	const started = Date.now();
	process.stdout.write(
		`Installing ${label} into ${basename(folder)}/node_modules, kept for later: a matter of minutes\n`,
	);
	const npm = async (step: NpmStep) => await runNpm(folder, label, step);
	await npm(INSTALL);
	await finish(npm);
	await writeFile(join(folder, STAMP), await lockHash(folder));
	process.stdout.write(`Installed ${label} in ${Math.round((Date.now() - started) / 1000)} s\n`);
}

/**
 * Writes the lock file of a package that has none, with the newest versions that its `package.json` allows.
 *
 * @throws Error as `ensureInstalled`
 */
export async function ensureLocked(folder: string, label: string): Promise<void> {
	if (existsSync(join(folder, LOCK_NAME))) return;
	process.stdout.write(`Choosing the versions of what ${label} needs\n`);
	await runNpm(folder, label, LOCK);
}

/** Whether `folder` holds a whole install of what its lock file says. */
export async function isInstalled(folder: string): Promise<boolean> {
	const stamped = await readFile(join(folder, STAMP), 'utf8').catch(() => '');
	return stamped === (await lockHash(folder));
}

async function lockHash(folder: string): Promise<string> {
	const lock = await readFile(join(folder, LOCK_NAME));
	return createHash('sha256').update(lock).digest('hex');
}

async function runNpm(folder: string, label: string, { args, env }: NpmStep): Promise<void> {
	const logPath = join(folder, LOG_NAME);
	const log = await open(logPath, 'a');
	try {
		const ending = await new Promise<string>((resolve) => {
			const npm = spawn('npm', args, {
				cwd: folder,
				env: { ...process.env, ...env },
				stdio: ['ignore', log.fd, log.fd],
			});
			npm.once('error', (error) => resolve(error.message));
			npm.once('close', (code, signal) => resolve(code === 0 ? '' : `exit ${signal ?? code}`));
		});
		if (ending === '') return;
		const failure = `Could not install ${label}: npm ${args[0]}: ${ending}`;
		throw new Error([failure, ...(await reasonsIn(logPath)), `npm's output: ${logPath}`].join('\n'));
	} finally {
		await log.close();
	}
}

/** What npm says of its failure, such as the version that there isn't. */
async function reasonsIn(logPath: string): Promise<string[]> {
	const lines = (await readFile(logPath, 'utf8')).split('\n');
	return lines.flatMap((line) => /^npm error (?!code |A complete log)(?:[a-z]+ )?(.+)/.exec(line)?.[1] ?? []);
}
