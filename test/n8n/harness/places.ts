import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { RealN8n } from './RealN8n';

/**
 * Where a text stands as it is in what an n8n keeps and tells.
 *
 * @returns names of n8n's files (its database and log among them, the installed packages not), and `executions` if its
 * REST interface tells the text with one of the newest 100
 */
export async function placesOf(text: string, { client, userFolder }: RealN8n): Promise<string[]> {
	const places = await filesWith(text, userFolder);
	const executions = await client.executionTexts();
	return executions.some((execution) => execution.includes(text)) ? [...places, 'executions'] : places;
}

/** Names of the files of a user folder, but for the installed packages, in which a text stands as it is. */
export async function filesWith(text: string, userFolder: string): Promise<string[]> {
	const entries = await readdir(userFolder, { recursive: true, withFileTypes: true });
	const packages = join(userFolder, '.n8n', 'nodes');
	const files = entries
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name))
		.filter((path) => !path.startsWith(packages));
	const names: string[] = [];
	for (const path of files) {
		if ((await readFile(path)).includes(text)) names.push(relative(userFolder, path));
	}
	return names;
}
