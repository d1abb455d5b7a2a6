/** A private package for a version of n8n that isn't pinned, made after the pinned one that is nearest to it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pinOf, PINNED_FOLDERS, pinnedVersion } from '../harness/install';

/** What a pinned package consists of. */
interface Manifest {
	dependencies: Record<string, string>;
	optionalDependencies: Record<string, string>;
	overrides: Record<string, string>;
}

/** The `package.json` that pins the n8n of a folder. */
export const manifestOf = (folder: string): Manifest =>
	JSON.parse(readFileSync(join(pinOf(folder), 'package.json'), 'utf8')) as Manifest;

/** How far a version is along the minor versions of n8n. */
function position(version: string): number {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	return major * 1_000 + minor;
}

/** The pinned version that is nearest: it has most in common, what has to be overridden included. */
function nearestFolder(version: string): string {
	const distance = (folder: string) => Math.abs(position(pinnedVersion(folder)) - position(version));
	return [...PINNED_FOLDERS].sort((one, other) => distance(one) - distance(other))[0]!;
}

/**
 * The `package.json` for a version of n8n.
 *
 * @param engine what that version says of Node, such as `>=22.22`: it gets the newest of the lowest major version
 */
export function packageFor(version: string, engine: string): object {
	const nearest = manifestOf(nearestFolder(version));
	const lowest = /\d+(\.\d+)*/.exec(engine)?.[0] ?? '*';
	const nodes = Object.keys(nearest.optionalDependencies).map((name) => [name, `^${lowest}`]);
	return {
		name: 'n8n-to-try',
		private: true,
		dependencies: { ...nearest.dependencies, n8n: version },
		optionalDependencies: Object.fromEntries(nodes) as Record<string, string>,
		overrides: nearest.overrides,
	};
}
