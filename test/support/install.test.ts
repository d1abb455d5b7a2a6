import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ensureInstalled } from './install';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'install-'));
	const manifest = { name: 'pinned', version: '1.0.0' };
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
	const lock = { ...manifest, lockfileVersion: 3, packages: { '': manifest } };
	await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
	jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(async () => await rm(folder, { recursive: true }));

test('What is needed twice at the same time is installed once, and both wait until it is whole', async () => {
	const finished: string[] = [];
	const finish = async () => {
		await mkdir(join(folder, 'node_modules')); // npm makes none where nothing is needed
		await wait(50);
		finished.push('installed');
	};
	const need = async () => {
		await ensureInstalled({ name: 'a package', folder, finish });
		finished.push('used');
	};
	await Promise.all([need(), need()]);
	expect(finished).toEqual(['installed', 'used', 'used']);
});
