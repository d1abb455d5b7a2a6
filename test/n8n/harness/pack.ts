/** The package as its users get it: packed as for the registry, installed as n8n installs community packages. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(__dirname, '..', '..', '..');

/** How n8n 2.41 calls npm in a package it has unpacked; offline, because the package needs no other at run time. */
const INSTALL_FLAGS = [
	'--audit=false',
	'--fund=false',
	'--bin-links=false',
	'--install-strategy=shallow',
	'--ignore-scripts=true',
	'--package-lock=false',
	'--offline',
];

interface PackageJson {
	name: string;
	version: string;
}

/** Of the project's folder, what is neither built nor packed. */
const LEFT_OUT = ['.git', 'coverage', 'dist', 'node_modules', 'output', 'test'].map((name) =>
	join(ROOT, name),
);

/**
 * Builds and packs the package of this project, in a copy: several can do that at the same time, and `dist` stays
 * as it is.
 *
 * @param folder where the tarball goes; it must exist
 * @returns the tarball's path
 * @throws Error with the output of the build, if it fails
 */
export async function packPackage(folder: string): Promise<string> {
	const copy = await mkdtemp(join(tmpdir(), 'package-'));
	try {
		await cp(ROOT, copy, { recursive: true, filter: (source) => !LEFT_OUT.includes(source) });
		await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
		const args = ['pack', '--silent', '--pack-destination', folder];
		const { stdout } = await run('npm', args, { cwd: copy }).catch(
			(error: { stdout: string; stderr: string }) => {
				throw new Error(`The package could not be packed:\n${error.stdout}${error.stderr}`);
			},
		);
		return join(folder, lastLine(stdout));
	} finally {
		await rm(copy, { recursive: true, force: true });
	}
}

/** Unpacks a tarball of npm's into `folder`, which must exist. */
export async function unpackPackage(tarball: string, folder: string): Promise<void> {
	await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}

/** Before the tarball's name npm prints what the build says. */
const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? '';

/**
 * Installs a packed package into a user folder that n8n has not been started in yet, step by step as n8n does for
 * *Settings > Community nodes*: unpacked into `.n8n/nodes/node_modules`, without the dependencies that are not for run
 * time (so no peer, `n8n-workflow`, of its own), no scripts run, entered into the ledger.
 */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	const unpacked = join(nodes, 'unpacked');
	await mkdir(unpacked, { recursive: true });
	await unpackPackage(tarball, unpacked);

	const manifest = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8')) as PackageJson;
	const notForRunTime = {
		devDependencies: undefined,
		peerDependencies: undefined,
		optionalDependencies: undefined,
	};
	const target = join(nodes, 'node_modules', manifest.name);
	await mkdir(join(nodes, 'node_modules'));
	await rename(unpacked, target);
	await writeJson(join(target, 'package.json'), { ...manifest, ...notForRunTime });
	await run('npm', ['install', ...INSTALL_FLAGS], { cwd: target });

	const dependencies = { [manifest.name]: manifest.version };
	await writeJson(join(nodes, 'package.json'), { name: 'installed-nodes', private: true, dependencies });
}

const writeJson = (path: string, value: object) => writeFile(path, JSON.stringify(value, null, 2));
