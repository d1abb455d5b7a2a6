/** What `N8N_VERSION=2.30.8 npm run test:n8n -- anyVersion` installs: a version of n8n that isn't pinned, beside those that are. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CACHE, ensureLocked } from '../../support/install';
import { PINNED_FOLDERS, pinnedVersion, pinOf } from './install';

interface Manifest {
	dependencies: Record<string, string>;
	optionalDependencies: Record<string, string>;
	overrides: Record<string, string>;
}

const minorOf = (version: string): number => {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	return major * 1_000 + minor;
};

/** The nearest pinned version has most in common with it: what has to be overridden, too. */
function nearestManifest(version: string): Manifest {
	const distance = (folder: string) => Math.abs(minorOf(pinnedVersion(folder)) - minorOf(version));
	const [nearest] = [...PINNED_FOLDERS].sort((one, other) => distance(one) - distance(other));
	return JSON.parse(readFileSync(join(pinOf(nearest!), 'package.json'), 'utf8')) as Manifest;
}

/**
 * The folder with the `package.json` and lock file of a version of n8n.
 *
 * @throws Error if there is no such version
 */
export async function pinFor(version: string): Promise<string> {
	const pinned = PINNED_FOLDERS.find((folder) => pinnedVersion(folder) === version);
	if (pinned !== undefined) return pinOf(pinned);
	const engine = execFileSync('npm', ['view', `n8n@${version}`, 'engines.node'], { encoding: 'utf8' });
	const lowestNode = /\d+(\.\d+)*/.exec(engine)?.[0];
	if (lowestNode === undefined) throw new Error(`npm finds no n8n ${version}`);
	const { dependencies, optionalDependencies, overrides } = nearestManifest(version);
	const nodes = Object.keys(optionalDependencies).map((name) => [name, `^${lowestNode}`]);
	const manifest = {
		name: 'n8n-to-try',
		private: true,
		dependencies: { ...dependencies, n8n: version },
		optionalDependencies: Object.fromEntries(nodes) as Record<string, string>,
		overrides,
	};
	const folder = join(CACHE, 'pins', version);
	const path = join(folder, 'package.json');
	const text = `${JSON.stringify(manifest, null, '\t')}\n`;
	if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
		await rm(join(folder, 'package-lock.json'), { force: true });
		await mkdir(folder, { recursive: true });
		await writeFile(path, text);
	}
	await ensureLocked(folder);
	return folder;
}
