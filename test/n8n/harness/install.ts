/**
 * The real n8n: each pinned version in a private package of its own, because it takes 2.4 GB, with the Node that it
 * runs on. It is installed when it is first needed and kept.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from '../../support/pinnedPackage';
import { finishNativeModules } from './nativeModules';

const folderOf = (version: string): string => join(__dirname, '..', version);

/** The folder of the pinned n8n that `npm run dev` and all tests run, but for those of older versions. */
export const PINNED_N8N = folderOf('2.41.1');

/** The folder of an n8n in between. */
export const MIDDLE_N8N = folderOf('2.23.4');

/** The folder of the oldest n8n that is tested. */
export const OLDEST_N8N = folderOf('2.8.4');

/** The folders of all pinned versions, the oldest first. */
export const PINNED_FOLDERS = [OLDEST_N8N, MIDDLE_N8N, PINNED_N8N];

/**
 * Makes sure that the n8n pinned in `folder` is installed there: see `ensureInstalled` for what is printed and kept.
 *
 * @param older an install that is finished first: this one may use what it has compiled
 */
export async function ensureN8n(
	folder = PINNED_N8N,
	older: Promise<void> = Promise.resolve(),
): Promise<void> {
	await ensureInstalled(folder, `n8n ${pinnedVersion(folder)}`, async (npm) => {
		await older.catch(() => undefined);
		await finishNativeModules(folder, PINNED_FOLDERS, npm);
	});
}

/**
 * What Jest does before all tests on a real n8n: no test's time limit is made for an install, and no two of its
 * processes may install the same n8n.
 */
export async function setup(): Promise<void> {
	const installs: Array<Promise<void>> = [];
	for (const folder of PINNED_FOLDERS) installs.push(ensureN8n(folder, installs.at(-1)));
	const failed = (await Promise.allSettled(installs)).find(({ status }) => status === 'rejected');
	if (failed !== undefined) await Promise.all(installs);
}

/** The version of n8n that the package in `folder` pins, such as `2.41.0`. */
export function pinnedVersion(folder = PINNED_N8N): string {
	const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	};
	return dependencies.n8n;
}
