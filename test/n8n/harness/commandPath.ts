import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/**
 * Path of the first of these commands that this machine has, looked for in the PATH, and in `folders` before it.
 *
 * @param debianPackage what has one of them
 * @throws Error with one line that says what to install, if there is none
 */
export async function commandPath(
	names: string[],
	debianPackage: string,
	folders: string[] = [],
): Promise<string> {
	const places = [...folders, ...(process.env.PATH ?? '').split(delimiter)];
	for (const path of names.flatMap((name) => places.map((place) => join(place, name)))) {
		const isThere = await access(path, constants.X_OK).then(
			() => true,
			() => false,
		);
		if (isThere) return path;
	}
	throw new Error(`This machine lacks ${names[0]}: install Debian's package ${debianPackage}`);
}
