/** npm is made up here. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { ensureInstalled } from './install';

const PATH = process.env.PATH ?? '';
const UNPACK = 'mkdir node_modules && echo "$$" >node_modules/pid';

let place: string;
let asked: { name: string; folder: string; pin: string };

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
	await ensureInstalled({
		...asked,
		prepare: () => {
			throw new Error('It is there');
		},
	});
	expect(await installedBy()).toBe(first);
	await pin('2');
	await ensureInstalled(asked);
	expect(await installedBy()).not.toBe(first);
	expect(await readFile(join(asked.folder, 'package.json'), 'utf8')).toBe('2');
});

it('leaves nothing where it fails, and says so', async () => {
	await npmIs(`${UNPACK}; exit 3`);
	await expect(ensureInstalled(asked)).rejects.toThrow(`npm install ended with 3 in ${asked.folder}`);
	await npmIs(UNPACK);
	const broken = () => Promise.reject(new Error('It does not compile'));
	await expect(ensureInstalled({ ...asked, finish: broken })).rejects.toThrow('It does not compile');
	expect(await readdir(place)).toEqual(['bin', 'pin']);
});
