import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needCommands, needDisk, needMemory } from './machine';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'machine-'));
	await writeFile(join(folder, 'make'), '#!/bin/sh\n');
	await chmod(join(folder, 'make'), 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

it('names the commands that are missing, and what installs them', () => {
	const need = (...commands: string[]) => needCommands(commands, 'To compile it', `/nowhere:${folder}`);
	expect(() => need('g++', 'make', 'python3')).toThrow(
		/^To compile it, this machine lacks g\+\+ and python3: apt-get install g\+\+ python3$/,
	);
	expect(() => need('make')).not.toThrow();
});

it('says how much room there is on the disk, and how much it takes', async () => {
	const path = join(folder, 'not', 'there');
	await expect(needDisk('It', 3.5, path, async () => 3.4e9)).rejects.toThrow(
		`It takes 3.5 GB, and the disk of ${path} has 3.4 GB: make room, or set XDG_CACHE_HOME to a folder elsewhere`,
	);
	await needDisk('It', 3.5, path, async () => 3.5e9);
	await needDisk('It', 0, path); // of a folder that is not there yet
	await expect(needDisk('It', 1e9, path)).rejects.toThrow('It takes 1000000000 GB');
});

it('says how much memory is free, and how much it needs', () => {
	expect(() => needMemory('n8n', 1, 0.94e9)).toThrow(
		/^n8n needs 1 GB of free memory, and there is 0\.9 GB: end other programs, or give the machine more$/,
	);
	expect(() => needMemory('n8n', 1, 1e9)).not.toThrow();
	expect(() => needMemory('n8n', 1e9)).toThrow('n8n needs 1000000000 GB');
});
