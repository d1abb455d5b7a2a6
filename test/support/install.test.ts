/** npm is made up here. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { ensureInstalled, needCommands, needDisk, needMemory, type PinnedPackage } from './install';

const PATH = process.env.PATH ?? '';
const UNPACK = 'mkdir node_modules && echo "$$" >node_modules/pid';

let place: string;
let asked: Required<Pick<PinnedPackage, 'name' | 'folder' | 'pin'>>;

/** From now on, this is npm. */
async function npmIs(script: string): Promise<void> {
	await writeFile(join(place, 'bin', 'npm'), `#!/bin/sh\n${script}\n`);
	await chmod(join(place, 'bin', 'npm'), 0o755);
}

async function pin(version: string): Promise<void> {
	for (const file of ['package.json', 'package-lock.json']) await writeFile(join(asked.pin, file), version);
}

const installedBy = async () => await readFile(join(asked.folder, 'node_modules', 'pid'), 'utf8');

beforeEach(async () => {
	place = await mkdtemp(join(tmpdir(), 'installed-'));
	asked = { name: 'it', folder: join(place, 'it'), pin: join(place, 'pin') };
	for (const name of ['bin', 'pin']) await mkdir(join(place, name));
	await pin('1');
	await npmIs(UNPACK);
	process.env.PATH = [join(place, 'bin'), PATH].join(delimiter);
	jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterEach(async () => {
	process.env.PATH = PATH;
	jest.restoreAllMocks();
	await rm(place, { recursive: true });
});

it('installs once, and again for another lock file', async () => {
	await ensureInstalled(asked);
	const first = await installedBy();
	await ensureInstalled({ ...asked, prepare: () => Promise.reject(new Error('It is there')) });
	expect(await installedBy()).toBe(first);
	await pin('2');
	await ensureInstalled(asked);
	expect(await installedBy()).not.toBe(first);
	expect(await readFile(join(asked.folder, 'package.json'), 'utf8')).toBe('2');
});

it('installs once where two ask at the same time, and a third has ended in between', async () => {
	const name = createHash('sha256').update(asked.folder).digest('hex').slice(0, 16);
	await writeFile(join(tmpdir(), `installing-${name}`), String(spawnSync('true').pid));
	await npmIs(`sleep 0.2; ${UNPACK}`);
	await Promise.all([ensureInstalled(asked), ensureInstalled(asked)]);
	expect(await readdir(join(asked.folder, 'node_modules'))).toEqual(['.installed', 'pid']);
});

it('leaves nothing where it fails, and says so', async () => {
	await npmIs(`${UNPACK}; exit 3`);
	await expect(ensureInstalled(asked)).rejects.toThrow(`npm install ended with 3 in ${asked.folder}`);
	await npmIs(UNPACK);
	const broken = () => Promise.reject(new Error('It does not compile'));
	await expect(ensureInstalled({ ...asked, finish: broken })).rejects.toThrow('It does not compile');
	expect(await readdir(place)).toEqual(['bin', 'pin']);
});

it('says what the machine lacks, if it does', async () => {
	const needs = (commands: string[]) => () => needCommands(commands, 'To compile it', join(place, 'bin'));
	expect(needs(['g++', 'npm', 'python3'])).toThrow(
		/^To compile it, this machine lacks g\+\+ and python3: apt-get install g\+\+ python3$/,
	);
	expect(needs(['npm'])).not.toThrow();
	const path = join(place, 'not', 'there');
	await expect(needDisk('It', 1e9, path)).rejects.toThrow(
		`It takes 1000000000 GB, and the disk of ${place} has`,
	);
	await needDisk('It', 0, path);
	expect(() => needMemory('n8n', 1e9)).toThrow('n8n needs 1000000000 GB of free memory, and there is');
	expect(() => needMemory('n8n', 0)).not.toThrow();
});
