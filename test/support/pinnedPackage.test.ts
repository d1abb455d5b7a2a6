import type { MockInstance } from 'vitest';

import { access, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './pinnedPackage';

/** Counts in a file how often it ran: `npm run count`. */
const COUNT = { args: ['run', 'count'] };

describe('ensureInstalled', () => {
	let folder: string;
	let printed: MockInstance;
	let registry: Server;

	const runs = async (): Promise<number> => (await readFile(join(folder, 'runs'), 'utf8')).length;

	beforeAll(async () => {
		const versions = { '1.0.0': { name: 'tool', version: '1.0.0' } };
		const tool = JSON.stringify({ name: 'tool', 'dist-tags': { latest: '1.0.0' }, versions });
		registry = createServer((_request, response) => response.end(tool));
		await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
		const { port } = registry.address() as AddressInfo;
		process.env.npm_config_registry = `http://127.0.0.1:${port}/`;
	});

	afterAll(async () => {
		delete process.env.npm_config_registry;
		await new Promise((resolve) => registry.close(resolve));
	});

	beforeEach(async () => {
		printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
		folder = await realpath(await mkdtemp(join(tmpdir(), 'pinned-')));
		await mkdir(join(folder, 'tool'));
		await writeFile(join(folder, 'tool', 'package.json'), '{ "name": "tool", "version": "1.0.0" }');
		const scripts = { count: 'printf x >> runs' };
		const dependencies = { tool: 'file:./tool' };
		await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, scripts, dependencies }));
		const packages = {
			'': { dependencies },
			'node_modules/tool': { resolved: 'tool', link: true },
			tool: { version: '1.0.0' },
		};
		await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
	});

	afterEach(async () => {
		printed.mockRestore();
		await rm(folder, { recursive: true, force: true });
	});

	it('installs once, and again when the lock file has changed', async () => {
		await ensureInstalled(folder, 'a tool', [COUNT]);
		await access(join(folder, 'node_modules', 'tool', 'package.json'));
		await ensureInstalled(folder, 'a tool', [COUNT]);
		expect(await runs()).toBe(1);

		const lock = join(folder, 'package-lock.json');
		await writeFile(lock, `${await readFile(lock, 'utf8')}\n`);
		await ensureInstalled(folder, 'a tool', [COUNT]);
		expect(await runs()).toBe(2);
	});

	it('leaves package.json and the lock file as they are', async () => {
		const read = () =>
			Promise.all(['package.json', 'package-lock.json'].map((name) => readFile(join(folder, name))));
		const before = await read();
		await ensureInstalled(folder, 'a tool');
		expect(await read()).toEqual(before);
	});

	it('names what failed and the log in one line, and tries again the next time', async () => {
		const log = join(folder, 'install.log');
		await expect(ensureInstalled(folder, 'a tool', [{ args: ['run', 'nothing'] }])).rejects.toThrow(
			`Could not install a tool: npm run: exit 1. npm's output: ${log}`,
		);
		expect(await readFile(log, 'utf8')).toContain('Missing script');
		await ensureInstalled(folder, 'a tool', [COUNT]);
		expect(await runs()).toBe(1);
	});

	it('says so soon when the registry cannot be reached', async () => {
		const reachable = process.env.npm_config_registry;
		process.env.npm_config_registry = 'http://127.0.0.1:9/';
		try {
			await expect(ensureInstalled(folder, 'a tool')).rejects.toThrow(
				'Could not install a tool: the package registry cannot be reached.',
			);
		} finally {
			process.env.npm_config_registry = reachable;
		}
	});
});
