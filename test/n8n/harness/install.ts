/**
 * The real n8n: each pinned version in a private package of its own, because it takes 2.4 GB, with the Node that it
 * runs on. It is installed when it is first needed and kept.
 */
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureInstalled, type NpmStep } from '../../support/pinnedPackage';

/** The folder of the pinned n8n that `npm run dev` and all tests run, but for those of older versions. */
export const PINNED_N8N = join(__dirname, '..', '2.41.0');

/** The folder of the oldest n8n that is tested. */
export const OLDEST_N8N = join(__dirname, '..', '2.8.4');

/** Makes sure that the n8n pinned in `folder` is installed there: see `ensureInstalled` for what is printed and kept. */
export async function ensureN8n(folder = PINNED_N8N): Promise<void> {
	const label = `n8n ${pinnedVersion(folder)} (about two minutes)`;
	await ensureInstalled(folder, label, [compileNativeModules(folder)]);
}

/**
 * What Vitest does before all tests on a real n8n: no test's time limit is made for an install, and no two of its
 * processes may install the same n8n.
 */
export async function setup(): Promise<void> {
	for (const folder of [PINNED_N8N, OLDEST_N8N]) await ensureN8n(folder);
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
