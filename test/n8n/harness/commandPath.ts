import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Path of the first of these commands that this machine has, looked for in the PATH, and in `folders` before it.
 *
 * @throws Error with one line that says which of Debian's packages to install, if there is none
 */
export function commandPath(names: string[], debianPackage: string, folders: string[] = []): string {
	const places = [...folders, ...(process.env.PATH ?? '').split(delimiter)];
	const path = names.flatMap((name) => places.map((place) => join(place, name))).find(existsSync);
	if (path !== undefined) return path;
	throw new Error(`This machine lacks ${names[0]}: install Debian's package ${debianPackage}`);
}
