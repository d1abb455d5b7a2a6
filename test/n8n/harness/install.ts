/**
 * The real n8n: each pinned version in a private package of its own, because it takes 2.4 GB, with the Node that it
 * runs on. It is installed when it is first needed and kept.
 */
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { ensureInstalled, isInstalled, type NpmStep } from '../../support/pinnedPackage';
import { commandPath } from './commandPath';

/** The folder of the pinned n8n that `npm run dev` and all tests run, but for those of older versions. */
export const PINNED_N8N = join(__dirname, '..', '2.41.0');

/** The folder of the oldest n8n that is tested. */
export const OLDEST_N8N = join(__dirname, '..', '2.8.4');

/** n8n's SQLite driver is compiled: what its build calls, and what a person installs to have it. */
const BUILD_TOOLS: Array<[commands: string[], name: string]> = [
	[['g++', 'c++'], 'a C++ compiler (g++)'],
	[['make'], 'make'],
	[['python3'], 'Python 3 (python3)'],
];
const GIBIBYTE = 1024 ** 3;
const ROOM_NEEDED = 4 * GIBIBYTE;

/**
 * Makes sure that the n8n pinned in `folder` is installed there: see `ensureInstalled` for what is printed and kept.
 * Where an install is due, looks first for what it needs, before anything long begins.
 *
 * @throws Error with one line that names all that is missing, or what failed and where npm's output is
 */
export async function ensureN8n(folder = PINNED_N8N): Promise<void> {
	if (await isInstalled(folder)) return;

	const label = `n8n ${pinnedVersion(folder)}`;
	const missing = [...(await missingTools()), ...(await missingRoom(folder))];
	if (missing.length > 0) throw new Error(`To install ${label}, this machine lacks: ${missing.join(', ')}`);
	await ensureInstalled(folder, `${label} (about two minutes)`, [compileNativeModules(folder)]);
}

/** The version of n8n that the package in `folder` pins, such as `2.41.0`. */
export function pinnedVersion(folder = PINNED_N8N): string {
	const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	};
	return dependencies.n8n;
}

/** The only install scripts n8n cannot do without, run by the Node it is compiled for, which brings its headers. */
function compileNativeModules(folder: string): NpmStep {
	const node = nodeIn(folder);
	const PATH = [join(node, 'bin'), process.env.PATH].join(delimiter);
	return { args: ['rebuild', 'sqlite3', 'isolated-vm'], env: { PATH, npm_config_nodedir: node } };
}

/** Path of the Node that the n8n in `folder` runs on. */
export const nodeOf = (folder: string): string => join(nodeIn(folder), 'bin', 'node');

const nodeIn = (folder: string): string =>
	join(folder, 'node_modules', `node-${process.platform}-${process.arch}`);

async function missingTools(): Promise<string[]> {
	const missing: string[] = [];
	for (const [commands, name] of BUILD_TOOLS) {
		if ((await commandPath(commands)) === undefined) missing.push(name);
	}
	return missing;
}

async function missingRoom(folder: string): Promise<string[]> {
	const { bavail, bsize } = await statfs(folder);
	const room = bavail * bsize;
	if (room >= ROOM_NEEDED) return [];
	const inGibibytes = (bytes: number) => (bytes / GIBIBYTE).toFixed(1);
	return [`disk room (${inGibibytes(room)} of ${inGibibytes(ROOM_NEEDED)} GiB free at ${folder})`];
}
