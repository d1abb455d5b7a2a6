/** The package of the work tree, packed as it is, and with something else in the place of a node's method. */
import { execFile } from 'node:child_process';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { packPackage } from '../n8n/harness/pack';

const run = promisify(execFile);
const NODES = join('package', 'dist', 'nodes', 'AudiencePage');

interface Change {
	/** The file of the node. */
	node: 'AudiencePage.node.js' | 'AudiencePageTrigger.node.js';
	/** Added to it. */
	code: string;
	/** The module of this folder that the code requires. */
	module?: string;
}

const CHANGES = {
	/** A node without `execute` is one for n8n's declarative engine, which reads the same description. */
	declarative: { node: 'AudiencePage.node.js', code: 'delete exports.AudiencePage.prototype.execute;' },
	bareLoop: {
		node: 'AudiencePage.node.js',
		code: "exports.AudiencePage.prototype.execute = require('./bareLoop').bareLoop;",
		module: 'bareLoop',
	},
	timedPoll: {
		node: 'AudiencePageTrigger.node.js',
		code: `const { prototype } = exports.AudiencePageTrigger;
			prototype.poll = require('./timedPoll').timedPoll(prototype.poll);`,
		module: 'timedPoll',
	},
} satisfies Record<string, Change>;

/** Paths of tarballs. */
export type Tarballs = Record<'node' | keyof typeof CHANGES, string>;

/** Builds and packs into `folder`, which must exist. */
export async function packAll(folder: string): Promise<Tarballs> {
	const node = await packPackage(folder);
	const changed = Object.entries(CHANGES).map(async ([name, change]) => [
		name,
		await packChanged(join(folder, name), node, change),
	]);
	return { node, ...Object.fromEntries(await Promise.all(changed)) } as Tarballs;
}

/** @param folder does not exist yet */
async function packChanged(folder: string, tarball: string, { node, code, module }: Change): Promise<string> {
	await mkdir(folder);
	await run('tar', ['-xzf', tarball, '-C', folder]);
	const nodes = join(folder, NODES);
	if (module !== undefined) await writeFile(join(nodes, `${module}.js`), await compiled(module));
	await appendFile(join(nodes, node), `\n${code}\n`);
	const changed = `${folder}.tgz`;
	await run('tar', ['-czf', changed, '-C', folder, 'package']);
	return changed;
}

async function compiled(module: string): Promise<string> {
	const source = await readFile(join(__dirname, `${module}.ts`), 'utf8');
	const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
	return ts.transpileModule(source, { compilerOptions }).outputText;
}
