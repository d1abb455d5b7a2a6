/** What a machine needs for an install, looked at before it begins: each thing that is missing is one sentence. */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const GIGABYTE = 1e9;
const rounded = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`;

/** Such as `g++, make, and python3`. */
const listed = (names: string[]): string => new Intl.ListFormat('en').format(names);

/**
 * @param why such as `To compile it`
 * @throws Error if a command is not in the PATH; on Debian, its package has its name
 */
export function needCommands(commands: string[], why: string, path = process.env.PATH ?? ''): void {
	const isThere = (name: string) => path.split(delimiter).some((folder) => existsSync(join(folder, name)));
	const missing = commands.filter((name) => !isThere(name));
	if (missing.length === 0) return;
	throw new Error(`${why}, this machine lacks ${listed(missing)}: apt-get install ${missing.join(' ')}`);
}

/** Of the disk that holds a path, which need not be there yet. */
async function freeDisk(path: string): Promise<number> {
	if (!existsSync(path)) return await freeDisk(dirname(path));
	const { bavail, bsize } = await statfs(path);
	return bavail * bsize;
}

/** @throws Error if the disk of `folder` has less room than that */
export async function needDisk(
	what: string,
	gigabytes: number,
	folder: string,
	free = freeDisk,
): Promise<void> {
	const bytes = await free(folder);
	if (bytes >= gigabytes * GIGABYTE) return;
	const found = `the disk of ${folder} has ${rounded(bytes)}`;
	throw new Error(
		`${what} takes ${gigabytes} GB, and ${found}: make room, or set XDG_CACHE_HOME to a folder elsewhere`,
	);
}

/** What programs can get: of the machine, or of the container that this is. */
const freeMemory = (): number => Math.min(freemem(), process.constrainedMemory() || Infinity);

/** @throws Error if less memory is free */
export function needMemory(what: string, gigabytes: number, bytes = freeMemory()): void {
	if (bytes >= gigabytes * GIGABYTE) return;
	throw new Error(
		`${what} needs ${gigabytes} GB of free memory, and there is ${rounded(bytes)}: end other programs, or give the machine more`,
	);
}
