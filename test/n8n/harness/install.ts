/**
 * The real n8n: each pinned version in a private package of its own, because it takes 2.4 GB, with
 * the Node that it runs on. It is installed when it is first needed, and kept in the user's cache
 * folder for all clones.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import {
	CACHE,
	ensureInstalled,
	ensureLocked,
	needCommands,
	needMemory,
	type Npm,
} from '../../support/install';

/** Where a version of n8n is installed. */
export const folderOf = (version: string): string => join(CACHE, `n8n-${version}`);

/**
 * The folder of the pinned n8n that `npm start` and all tests run, but for those of older versions.
 */
export const PINNED_N8N = folderOf('2.41.1');
/** Two in between. */
export const MIDDLE_N8NS = ['2.8.4', '2.23.4'].map(folderOf);
/** The oldest n8n that is tested: the last line of n8n 1. */
export const OLDEST_N8N = folderOf('1.123.81');
const PINNED_FOLDERS = [OLDEST_N8N, ...MIDDLE_N8NS, PINNED_N8N];

/** The version of the n8n in a folder, such as `2.41.1`. */
export const pinnedVersion = (folder = PINNED_N8N): string => basename(folder).replace('n8n-', '');

/** Where a pinned version has its `package.json` and lock file. */
const pinOf = (folder: string): string => join(__dirname, '..', 'pins', pinnedVersion(folder));

/** Of the package beside n8n with the Node that it runs on. */
const NODE = `node-${process.platform}-${process.arch}`;

/** The Node of the n8n in a folder. */
export const nodeOf = (folder: string): string => join(folder, 'node_modules', NODE, 'bin', 'node');

/** What an install takes, most of it npm's own. */
const MEMORY_GIGABYTES = 2;

/**
 * Makes sure that a pinned n8n is installed: see `ensureInstalled` for what is kept.
 *
 * @throws Error in one sentence, if the machine lacks what the install needs
 */
export async function ensureN8n(folder = PINNED_N8N, pin = pinOf(folder)): Promise<void> {
	const name = `n8n ${pinnedVersion(folder)}`;
	const prepare = () => {
		if (!readFileSync(join(pin, 'package-lock.json'), 'utf8').includes(`"node_modules/${NODE}"`))
			throw new Error(
				`n8n runs here on Linux with x64 or arm64, not on ${process.platform}-${process.arch}: use a container`,
			);
		needCommands(['g++', 'make', 'python3'], "To compile n8n's database driver");
		needMemory(`Installing ${name}`, MEMORY_GIGABYTES);
	};
	await ensureInstalled({ name, folder, pin, prepare, finish: compileNativeModules });
}

/** Installs what the tests run: all pinned versions, or only the one that `N8N_VERSION` says. */
export async function ensureAll(): Promise<void> {
	const version = process.env.N8N_VERSION;
	const folders = version === undefined ? PINNED_FOLDERS : [folderOf(version)];
	for (const folder of folders)
		await ensureN8n(
			folder,
			PINNED_FOLDERS.includes(folder) ? pinOf(folder) : await pinFor(version!),
		);
}

/**
 * The only parts of n8n whose install scripts it can't do without, because they are C++: those that
 * don't load as they are.
 */
async function compileNativeModules(folder: string, npm: Npm): Promise<void> {
	const isThere = (name: string) => existsSync(join(folder, 'node_modules', name)); // old versions have no isolates
	const loads = (name: string) =>
		spawnSync(nodeOf(folder), ['--eval', `require('${name}')`], { cwd: folder }).status === 0;
	const broken = ['sqlite3', 'isolated-vm'].filter((name) => isThere(name) && !loads(name));
	if (broken.length === 0) return;
	const node = join(folder, 'node_modules', NODE); // it brings its headers
	const PATH = [join(node, 'bin'), process.env.PATH].join(delimiter);
	// From source: a binary from elsewhere may be for another C library, and the driver's own script
	// asks a host for it.
	const env = { PATH, npm_config_nodedir: node, npm_config_build_from_source: 'true' };
	await npm(['rebuild', ...broken], env);
}

interface Manifest {
	dependencies: Record<string, string>;
	optionalDependencies: Record<string, string>;
}

/** Dependencies of n8n versions that take Node 20 themselves don't take it any more. */
const LOWEST_NODE = 22;

/**
 * What `N8N_VERSION=2.30.8 npm run test:n8n -- anyVersion` installs: like the nearest pinned
 * version, which has most in common with it, what has to be overridden too.
 *
 * @returns the folder with its `package.json` and lock file
 * @throws Error if there is no such version
 */
async function pinFor(version: string): Promise<string> {
	const engine = execFileSync('npm', ['view', `n8n@${version}`, 'engines.node'], {
		encoding: 'utf8',
	});
	if (engine === '') throw new Error(`npm finds no n8n ${version}`);
	const node = Math.max(parseInt(/\d+/.exec(engine)![0]), LOWEST_NODE);
	const placeOf = (one: string) =>
		one.split('.').reduce((place, part) => place * 1000 + Number(part), 0);
	const distance = (folder: string) => Math.abs(placeOf(pinnedVersion(folder)) - placeOf(version));
	const [nearest] = [...PINNED_FOLDERS].sort((one, other) => distance(one) - distance(other));
	const manifest = JSON.parse(
		readFileSync(join(pinOf(nearest!), 'package.json'), 'utf8'),
	) as Manifest;
	manifest.dependencies.n8n = version;
	for (const name of Object.keys(manifest.optionalDependencies))
		manifest.optionalDependencies[name] = `^${node}`;
	const folder = join(CACHE, 'pins', version);
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, '\t'));
	await ensureLocked(folder);
	return folder;
}
