/** The parts of n8n that are C++: the only ones whose install scripts n8n can't do without. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { NpmStep } from '../../support/pinnedPackage';
import { nodeIn, nodeOf } from './node';

const run = promisify(execFile);

/** The database driver. It brings no binary, and takes a minute to compile. */
const DRIVER = 'sqlite3';
const DRIVER_BINARY = join('build', 'Release', 'node_sqlite3.node');
/** Where expressions are evaluated. Old versions of n8n lack it; it brings binaries for common versions of Node. */
const ISOLATES = 'isolated-vm';

/**
 * Makes them load: compiles only what doesn't load as it is.
 *
 * @param folder where n8n is installed
 * @param others folders of other versions: the driver that is compiled there is taken if it is the same
 * @param npm runs npm in the folder
 */
export async function finishNativeModules(
	folder: string,
	others: string[],
	npm: (step: NpmStep) => Promise<void>,
): Promise<void> {
	await copyDriver(folder, others);
	const broken: string[] = [];
	for (const name of [DRIVER, ISOLATES]) {
		if (existsSync(pathIn(folder, name)) && !(await loads(folder, name))) broken.push(name);
	}
	if (broken.length === 0) return;
	const node = nodeIn(folder); // it brings its headers
	const PATH = [join(node, 'bin'), process.env.PATH].join(delimiter);
	await npm({ args: ['rebuild', ...broken], env: { PATH, npm_config_nodedir: node } });
}

const pathIn = (folder: string, name: string): string => join(folder, 'node_modules', name);

/** Of a package that is installed; undefined where it isn't. */
function versionAt(path: string): string | undefined {
	const manifest = join(path, 'package.json');
	if (!existsSync(manifest)) return undefined;
	return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** What is compiled for a version of Node also runs on later ones, by Node-API; on earlier ones it may crash. */
async function copyDriver(folder: string, others: string[]): Promise<void> {
	const binaryIn = (place: string) => join(pathIn(place, DRIVER), DRIVER_BINARY);
	const nodeMajor = (place: string) => parseInt(versionAt(nodeIn(place)) ?? '');
	const fits = (other: string) =>
		existsSync(binaryIn(other)) &&
		versionAt(pathIn(other, DRIVER)) === versionAt(pathIn(folder, DRIVER)) &&
		nodeMajor(other) <= nodeMajor(folder);
	const other = others.find(fits);
	if (other !== undefined && other !== folder) await cp(binaryIn(other), binaryIn(folder));
}

const loads = async (folder: string, name: string): Promise<boolean> =>
	await run(nodeOf(folder), ['--eval', `require('${name}')`], { cwd: folder }).then(
		() => true,
		() => false,
	);
