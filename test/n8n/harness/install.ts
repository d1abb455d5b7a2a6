/**
 * The real n8n: each version in a private package of its own, because it takes 2.4 GB, with the
 * Node that it runs on. It is installed when it is first needed, and kept in the user's cache
 * folder for all clones.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { CACHE, ensureInstalled, ensureLocked, type Npm } from '../../support/install';

/** A folder for each pinned version, with its `package.json` and lock file. */
export const PINS = join(__dirname, '..', 'pins');
const NEWEST_PIN = '2.41.1';

/** The oldest version that is supported: the last line of n8n 1. */
export const OLDEST_N8N = '1.123.81';
/** What `npm start`, the bench and most tests run, unless `N8N_VERSION` says another one. */
export const NEWEST_N8N = process.env.N8N_VERSION ?? NEWEST_PIN;

/** Of the package beside n8n with the Node that it runs on. */
const NODE = `node-${process.platform}-${process.arch}`;

/** Where a version of n8n is installed. */
export const folderOf = (version: string): string => join(CACHE, `n8n-${version}`);

/** The Node that a version of n8n runs on. */
export const nodeOf = (version: string): string =>
	join(folderOf(version), 'node_modules', NODE, 'bin', 'node');

/**
 * Makes sure that a version of n8n is installed: see `ensureInstalled` for what is kept.
 *
 * @throws Error in one sentence, if the machine lacks what the install needs
 */
export async function ensureN8n(version = NEWEST_N8N): Promise<void> {
	const isPinned = existsSync(join(PINS, version));
	const pin = isPinned ? join(PINS, version) : await pinFor(version);
	await ensureInstalled({
		name: `n8n ${version}`,
		folder: folderOf(version),
		pin,
		prepare: () => needToolsFor(pin),
		finish: async (npm) => await compileNativeModules(version, npm),
	});
}

/** A pin of a version that has none: that of the newest, with another n8n. */
async function pinFor(version: string): Promise<string> {
	const pin = join(CACHE, 'pins', version);
	const manifest = await readFile(join(PINS, NEWEST_PIN, 'package.json'), 'utf8');
	await mkdir(pin, { recursive: true });
	await writeFile(
		join(pin, 'package.json'),
		manifest.replace(`"n8n": "${NEWEST_PIN}"`, `"n8n": "${version}"`),
	);
	await ensureLocked(pin);
	return pin;
}

function needToolsFor(pin: string): void {
	if (!readFileSync(join(pin, 'package-lock.json'), 'utf8').includes(`"node_modules/${NODE}"`))
		throw new Error(
			`n8n runs here on Linux with x64 or arm64, not on ${process.platform}-${process.arch}: use a container`,
		);
	const folders = (process.env.PATH ?? '').split(delimiter);
	const isMissing = (name: string) => !folders.some((folder) => existsSync(join(folder, name)));
	const missing = ['g++', 'make', 'python3'].filter(isMissing);
	if (missing.length > 0)
		throw new Error(
			`To compile n8n's database driver, this machine lacks ${missing.join(', ')}: apt-get install ${missing.join(' ')}`,
		);
}

/**
 * The only parts of n8n whose install scripts it can't do without, because they are C++: those that
 * don't load as they are.
 */
async function compileNativeModules(version: string, npm: Npm): Promise<void> {
	const modules = join(folderOf(version), 'node_modules');
	const isBroken = (name: string): boolean => {
		if (!existsSync(join(modules, name))) return false; // old versions have no isolates
		const load = ['--eval', `require('${name}')`];
		return spawnSync(nodeOf(version), load, { cwd: folderOf(version) }).status !== 0;
	};
	const broken = ['sqlite3', 'isolated-vm'].filter(isBroken);
	if (broken.length === 0) return;
	const node = join(modules, NODE); // it brings its headers
	const PATH = [join(node, 'bin'), process.env.PATH].join(delimiter);
	// From source: a binary from elsewhere may be for another C library, and the driver's own script
	// asks a host for it.
	const env = { PATH, npm_config_nodedir: node, npm_config_build_from_source: 'true' };
	await npm(['rebuild', ...broken], env);
}
