/** Programs of Debian's packages, which a suite needs beside n8n. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { commandPath } from '../harness/commandPath';

/** Runs a command to its end; an error holds what it printed. */
export const runCommand = promisify(execFile);

/**
 * Path of a command, looked for in these folders and in the PATH.
 *
 * @throws Error with the Debian package to install, if there is none
 */
export async function debianCommand(
	name: string,
	debianPackage: string,
	folders: string[] = [],
): Promise<string> {
	const path = await commandPath([name], folders);
	if (path === undefined)
		throw new Error(`These tests need ${name}: install Debian's package ${debianPackage}`);
	return path;
}
