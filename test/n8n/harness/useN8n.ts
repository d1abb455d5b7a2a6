import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../service/sandbox';
import { Opened } from './Opened';
import { PACKED_PACKAGE } from './pack';
import { RealN8n, type RealN8nOptions } from './RealN8n';

const API_KEY = 'key-that-stays-secret';

/**
 * A sandbox and a real n8n for the tests of a file. After them, the API key must stand nowhere in
 * n8n.
 */
export function useN8n(
	started: (both: { sandbox: Sandbox; n8n: RealN8n }) => void,
	n8nOptions: RealN8nOptions = {},
	sandboxOptions: SandboxOptions = {},
): void {
	const opened = new Opened();
	let sandbox: Sandbox;
	let n8n: RealN8n | undefined;
	beforeAll(async () => {
		sandbox = opened.add(await startSandbox({ ...sandboxOptions, apiKey: API_KEY }));
		n8n = opened.add(await RealN8n.start(sandbox, { tarball: PACKED_PACKAGE, ...n8nOptions }));
		started({ sandbox, n8n });
	});
	beforeEach(() => {
		sandbox.requests.length = 0;
	});
	afterAll(async () => {
		try {
			if (n8n !== undefined) expect(await placesOf(API_KEY, n8n)).toEqual([]);
		} finally {
			await opened.close(); // where a start fails, too: what is left open keeps the tests' process from ending
		}
	});
}

/**
 * Names of n8n's files, its database and log among them, in which a text stands, and `executions`
 * if one tells it.
 */
export async function placesOf(text: string, { client, userFolder }: RealN8n): Promise<string[]> {
	const places = await filesWith(text, userFolder);
	const told = (await client.executionIds()).map(async (id) => {
		const execution = await client.send(`/rest/executions/${id}`);
		return await execution.text();
	});
	return (await Promise.all(told)).some((one) => one.includes(text))
		? [...places, 'executions']
		: places;
}

/**
 * Names of the files of a user folder, but for the installed packages, in which a text stands as it
 * is.
 */
export async function filesWith(text: string, userFolder: string): Promise<string[]> {
	const entries = await readdir(userFolder, { recursive: true, withFileTypes: true });
	const packages = join(userFolder, '.n8n', 'nodes');
	const names: string[] = [];
	for (const path of entries
		.filter((entry) => entry.isFile())
		.map((one) => join(one.parentPath, one.name)))
		if (!path.startsWith(packages) && (await readFile(path)).includes(text))
			names.push(relative(userFolder, path));
	return names;
}
