/** The package of the work tree, packed twice: as it is, and without `execute`. */
import { execFile } from 'node:child_process';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packPackage } from '../n8n/pack';

const run = promisify(execFile);
const NODE = join('package', 'dist', 'nodes', 'AudiencePage', 'AudiencePage.node.js');
/** A node without `execute` is one for n8n's declarative engine, which reads the same description. */
const WITHOUT_EXECUTE = 'delete exports.AudiencePage.prototype.execute;\n';

/** Paths of tarballs. */
export interface Tarballs {
	node: string;
	declarative: string;
}

/** Builds and packs into `folder`, which must exist. */
export async function packBoth(folder: string): Promise<Tarballs> {
	const node = await packPackage(folder);
	const unpacked = join(folder, 'declarative');
	await mkdir(unpacked);
	await run('tar', ['-xzf', node, '-C', unpacked]);
	await appendFile(join(unpacked, NODE), `\n${WITHOUT_EXECUTE}`);
	const declarative = join(folder, 'declarative.tgz');
	await run('tar', ['-czf', declarative, '-C', unpacked, 'package']);
	return { node, declarative };
}
