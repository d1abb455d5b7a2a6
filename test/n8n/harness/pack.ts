/** The package as its users get it: packed as for the registry, installed by npm. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { name, version } from '../../../package.json';

const run = promisify(execFile);
const ROOT = join(__dirname, '..', '..', '..');

/** Of the project's folder, what is neither built nor packed. */
const LEFT_OUT = ['.git', 'coverage', 'dist', 'node_modules', 'output', 'test'].map((name) =>
	join(ROOT, name),
);

/**
 * Builds and packs the package in a copy, so that `dist` stays as it is, into `folder`: the path of
 * the tarball.
 */
export async function packPackage(folder: string): Promise<string> {
	const copy = await mkdtemp(join(tmpdir(), 'package-'));
	try {
		await cp(ROOT, copy, { recursive: true, filter: (source) => !LEFT_OUT.includes(source) });
		await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
		const { stdout } = await run('npm', ['run', 'build'], { cwd: copy })
			.then(() => run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: copy }))
			.catch((error: { stdout: string; stderr: string }) => {
				throw new Error(`The package could not be packed:\n${error.stdout}${error.stderr}`);
			});
		return join(folder, stdout.trim());
	} finally {
		await rm(copy, { recursive: true, force: true });
	}
}

/** The tarball that the tests on a real n8n install: packed once, before the first of them. */
export const PACKED_PACKAGE = join(ROOT, 'output', `${name}-${version}.tgz`);

export async function unpackPackage(tarball: string, folder: string): Promise<void> {
	await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}

/**
 * Offline, because the package needs no other at run time; its peer is the `n8n-workflow` of n8n
 * itself.
 */
const INSTALL = 'install --offline --legacy-peer-deps --ignore-scripts --no-audit --no-fund'.split(
	' ',
);

/**
 * Installs a packed package where n8n looks for community packages, in place of another, while n8n
 * is down.
 */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	await writeFile(join(nodes, 'package.json'), '{ "name": "installed-nodes", "private": true }');
	await run('npm', [...INSTALL, tarball], { cwd: nodes });
}
