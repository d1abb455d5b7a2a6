import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../service/sandbox';
import { defaultSettings } from '../../service/settings';
import { PACKED_PACKAGE } from './pack';
import { RealN8n, tarball, type RealN8nOptions } from './RealN8n';

const API_KEY = 'key-that-stays-secret';

/** What a test plays on. */
export interface Stage {
	sandbox: Sandbox;
	n8n: RealN8n;
}

/**
 * A sandbox and a real n8n with the packed package for the tests of a file: there once the first of
 * them runs. After them, the API key must stand nowhere in n8n.
 */
export function useN8n(
	n8nOptions: Partial<RealN8nOptions> = {},
	sandboxOptions: SandboxOptions = {},
): Stage {
	const opened = new AsyncDisposableStack();
	const stage = {} as Partial<Stage>;
	beforeAll(async () => {
		const sandbox = await startSandbox({ ...sandboxOptions, apiKey: API_KEY });
		opened.defer(async () => await sandbox.close());
		const options = { install: tarball(PACKED_PACKAGE), ...n8nOptions };
		const n8n = await RealN8n.start(sandbox, options);
		opened.defer(async () => await n8n.close());
		Object.assign(stage, { sandbox, n8n });
	});
	beforeEach(() => {
		stage.sandbox!.requests.length = 0;
		Object.assign(stage.sandbox!.settings, defaultSettings());
	});
	afterAll(async () => {
		try {
			if (stage.n8n !== undefined) expect(await placesOf(API_KEY, stage.n8n)).toEqual([]);
		} finally {
			// Where a start fails, too: what is left open keeps the tests' process from ending.
			await opened.disposeAsync();
		}
	});
	return stage as Stage;
}

/**
 * Names of n8n's files, its database and log among them, in which a text stands, and `executions`
 * if one tells it.
 */
async function placesOf(text: string, { client, userFolder }: RealN8n): Promise<string[]> {
	const places = await filesWith(text, userFolder);
	for (const id of await client.executionIds()) {
		const execution = await client.send(`/rest/executions/${id}`);
		if ((await execution.text()).includes(text)) return [...places, 'executions'];
	}
	return places;
}

/** Names of the files of a folder, but for installed packages, in which a text stands as it is. */
export async function filesWith(text: string, folder: string): Promise<string[]> {
	const names: string[] = [];
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		const name = relative(folder, join(entry.parentPath, entry.name));
		if (!entry.isFile() || name.startsWith(join('.n8n', 'nodes'))) continue;
		if ((await readFile(join(folder, name))).includes(text)) names.push(name);
	}
	return names;
}
