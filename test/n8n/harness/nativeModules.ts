/** The parts of n8n that are C++: the only ones whose install scripts n8n can't do without. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Npm } from '../../support/install';
import { lockedVersion, nodeIn, nodeMajor, nodeOf } from './node';

const run = promisify(execFile);

/** It brings no binary, and takes a minute to compile. */
const DRIVER = 'sqlite3';
const DRIVER_BINARY = join('build', 'Release', 'node_sqlite3.node');
/** Where expressions are evaluated. Old versions of n8n lack it; it brings binaries for common versions of Node. */
const ISOLATES = 'isolated-vm';

const pathIn = (folder: string, name: string): string => join(folder, 'node_modules', name);
const binaryIn = (folder: string): string => join(pathIn(folder, DRIVER), DRIVER_BINARY);

/**
 * Makes them load: compiles only what doesn't load as it is.
 *
 * @param folder where n8n is installed
 * @param others folders of other versions: the driver that is compiled there is taken if it is the same
 */
export async function finishNativeModules(folder: string, others: string[], npm: Npm): Promise<void> {
	const other = driverFor(folder, others);
	if (other !== undefined) await cp(binaryIn(other), binaryIn(folder));
	const broken: string[] = [];
	for (const name of [DRIVER, ISOLATES] as const) {
		if (existsSync(pathIn(folder, name)) && !(await loads(folder, name))) broken.push(name);
	}
	if (broken.length === 0) return;
	const node = nodeIn(folder); // it brings its headers
	const PATH = [join(node, 'bin'), process.env.PATH].join(delimiter);
	// From source: a binary from elsewhere may be for another C library, and the driver's own script asks a host for it.
	const env = { PATH, npm_config_nodedir: node, npm_config_build_from_source: 'true' };
	await npm(['rebuild', ...broken], env);
}

/** Whether the driver is to be compiled for what a lock file pins: none of the other folders has it. */
export const mustCompile = (pin: string, others: string[]): boolean => driverFor(pin, others) === undefined;

/**
 * A folder whose driver fits. What is compiled for a version of Node also runs on later ones, by Node-API; on earlier
 * ones it may crash.
 */
function driverFor(pin: string, others: string[]): string | undefined {
	const version = lockedVersion(pin, DRIVER);
	const node = nodeMajor(pin) ?? 0;
	const fits = (other: string) =>
		existsSync(binaryIn(other)) &&
		lockedVersion(other, DRIVER) === version &&
		(nodeMajor(other) ?? Infinity) <= node;
	return others.find(fits);
}

const loads = async (folder: string, name: string): Promise<boolean> =>
	await run(nodeOf(folder), ['--eval', `require('${name}')`], { cwd: folder }).then(
		() => true,
		() => false,
	);
