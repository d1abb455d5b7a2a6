/**
 * The real n8n: each pinned version in a private package of its own, because it takes 2.4 GB, with the Node that it
 * runs on. It is installed when it is first needed, and kept in the user's cache folder for all clones.
 */
import { basename, join } from 'node:path';
import { CACHE, ensureInstalled, needCommands, needDisk, needMemory } from '../../support/install';
import { finishNativeModules, mustCompile } from './nativeModules';
import { needNode } from './node';

/** Where a version of n8n is installed. */
export const folderOf = (version: string): string => join(CACHE, `n8n-${version}`);

/** The folder of the pinned n8n that `npm start` and all tests run, but for those of older versions. */
export const PINNED_N8N = folderOf('2.41.1');

/** The folder of an n8n in between. */
export const MIDDLE_N8N = folderOf('2.23.4');

/** The folder of the oldest n8n that is tested. */
export const OLDEST_N8N = folderOf('2.8.4');

/** The folders of all pinned versions, the oldest first. */
export const PINNED_FOLDERS = [OLDEST_N8N, MIDDLE_N8N, PINNED_N8N];

/** The version of the n8n in a folder, such as `2.41.1`. */
export const pinnedVersion = (folder = PINNED_N8N): string => basename(folder).replace('n8n-', '');

/** Where a pinned version has its `package.json` and lock file. */
export const pinOf = (folder: string): string => join(__dirname, '..', 'pins', pinnedVersion(folder));

/** What an install takes: on the disk, with what npm keeps in its own cache; and of memory, most of it npm's own. */
const DISK_GIGABYTES = 3.5;
const MEMORY_GIGABYTES = 2;

/** Makes sure that the n8n that `npm start` runs is installed. */
export async function ensureN8n(): Promise<void> {
	await installN8n(pinnedVersion(), pinOf(PINNED_N8N));
}

/**
 * Makes sure that a version of n8n is installed: see `ensureInstalled` for what is kept.
 *
 * @param pin folder with its package.json and lock file
 * @param older an install that is finished first: this one may use what it has compiled
 * @throws Error in one sentence, if the machine lacks what the install needs
 */
export async function installN8n(version: string, pin: string, older?: Promise<unknown>): Promise<void> {
	const folder = folderOf(version);
	const name = `n8n ${version}`;
	await ensureInstalled({
		name,
		folder,
		pin,
		prepare: async () => {
			needNode(pin);
			if (mustCompile(pin, PINNED_FOLDERS)) {
				needCommands(['g++', 'make', 'python3'], "To compile n8n's database driver");
			}
			await needDisk(`Installing ${name}`, DISK_GIGABYTES, CACHE);
			needMemory(`Installing ${name}`, MEMORY_GIGABYTES);
		},
		finish: async (place, npm) => {
			await older?.catch(() => undefined);
			await finishNativeModules(place, PINNED_FOLDERS, npm);
		},
	});
}
