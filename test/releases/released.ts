/**
 * The package as it was released: each version's tarball is kept beside this file. What a version promised is read from
 * it, and it runs beside the code of today. `npm run release` adds that of each new version.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, globSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';

import { ROOT } from '../docs/root';
import type { PlainSchema } from '../previews/schema';
import { compareVersions } from './version';

const NAME = 'n8n-nodes-audience-page';

/** Where the tarballs are, from the root. */
export const RELEASES = 'test/releases';

/** The name of the file in which npm packs a version. */
export const tarballName = (version: string): string => `${NAME}-${version}.tgz`;

/** Path of the tarball of a version that was released. */
export const releasedTarball = (version: string): string => join(ROOT, RELEASES, tarballName(version));

/** The versions whose tarballs are in a project, the oldest first. */
export const releasedVersions = (root = ROOT): string[] =>
	readdirSync(join(root, RELEASES))
		.flatMap((file) => /^n8n-nodes-audience-page-(\d+\.\d+\.\d+)\.tgz$/.exec(file)?.[1] ?? [])
		.sort(compareVersions);

/** A version of the package, ready to run. */
export interface Package {
	node: INodeType;
	trigger: INodeType;
	credential: ICredentialType;
	/** The editor's preview of each operation's output, such as `person.get`. */
	outputs: Record<string, PlainSchema>;
}

export interface UnpackedPackage extends Package {
	/** Removes its files; what is loaded goes on. */
	remove: () => void;
}

/** Unpacks and loads a tarball; its n8n is that of this project. Whoever opens it removes it. */
export function openPackage(tarball: string): UnpackedPackage {
	const folder = mkdtempSync(join(tmpdir(), 'released-'));
	execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	const load = createRequire(join(folder, 'index.js'));
	const make = <T>(path: string, name: string): T =>
		new (load(`./dist/${path}`) as Record<string, new () => T>)[name]!();
	return {
		node: make('nodes/AudiencePage/AudiencePage.node.js', 'AudiencePage'),
		trigger: make('nodes/AudiencePage/AudiencePageTrigger.node.js', 'AudiencePageTrigger'),
		credential: make('credentials/AudiencePageApi.credentials.js', 'AudiencePageApi'),
		outputs: outputsIn(join(folder, 'dist')),
		remove: () => rmSync(folder, { recursive: true }),
	};
}

/** The previews beside a node, of a project or of a package that is built. */
export function outputsIn(folder: string): Record<string, PlainSchema> {
	const schemas = join(folder, 'nodes', 'AudiencePage', '__schema__', 'v1.0.0');
	const files = globSync('*/*.json', { cwd: schemas }).sort();
	return Object.fromEntries(
		files.map((file) => {
			const schema = JSON.parse(readFileSync(join(schemas, file), 'utf8')) as PlainSchema;
			return [file.replace('/', '.').replace(/\.json$/, ''), schema];
		}),
	);
}
