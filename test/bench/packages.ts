/** The package of the work tree, packed as it is, and with other ways to run in the place of its `execute`. */
import { execFile } from 'node:child_process';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packPackage } from '../n8n/harness/pack';
import { bareLoop } from './bareLoop';

const run = promisify(execFile);
const NODE = join('package', 'dist', 'nodes', 'AudiencePage', 'AudiencePage.node.js');

/** A node without `execute` is one for n8n's declarative engine, which reads the same description. */
const WITHOUT_EXECUTE = 'delete exports.AudiencePage.prototype.execute;';
const WITH_BARE_LOOP = `exports.AudiencePage.prototype.execute = ${bareLoop.toString()};`;

/** Paths of tarballs. */
export interface Tarballs {
	node: string;
	declarative: string;
	bareLoop: string;
}

/** Builds and packs into `folder`, which must exist. */
export async function packAll(folder: string): Promise<Tarballs> {
	const node = await packPackage(folder);
	return {
		node,
		declarative: await packChanged(folder, node, 'declarative', WITHOUT_EXECUTE),
		bareLoop: await packChanged(folder, node, 'bareLoop', WITH_BARE_LOOP),
	};
}

async function packChanged(folder: string, tarball: string, name: string, change: string): Promise<string> {
	const unpacked = join(folder, name);
	await mkdir(unpacked);
	await run('tar', ['-xzf', tarball, '-C', unpacked]);
	await appendFile(join(unpacked, NODE), `\n${change}\n`);
	const changed = join(folder, `${name}.tgz`);
	await run('tar', ['-czf', changed, '-C', unpacked, 'package']);
	return changed;
}
