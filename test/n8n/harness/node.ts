/** The Node that an n8n runs on: a package beside it, named by its `package.json`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const NODE = `node-${process.platform}-${process.arch}`;

/** Folder of the Node of the n8n in `folder`: its program, and the headers to compile for it. */
export const nodeIn = (folder: string): string => join(folder, 'node_modules', NODE);

export const nodeOf = (folder: string): string => join(nodeIn(folder), 'bin', 'node');

/** The major version of the Node that a lock file brings; undefined if it brings none for this machine. */
export function nodeMajor(pin: string): number | undefined {
	const version = lockedVersion(pin, NODE);
	return version === undefined ? undefined : parseInt(version);
}

/** @throws Error if the lock file brings no Node for this machine */
export function needNode(pin: string): void {
	if (nodeMajor(pin) !== undefined) return;
	throw new Error(
		`n8n runs here on Linux with x64 or arm64, not on ${process.platform}-${process.arch}: use a container`,
	);
}

/** The version of a package at the top of the lock file in a folder. */
export function lockedVersion(folder: string, name: string): string | undefined {
	const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
		packages: Record<string, { version?: string }>;
	};
	return packages[`node_modules/${name}`]?.version;
}
