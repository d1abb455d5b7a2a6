import { access, cp, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript, type Ending } from './run';

/** What n8n reviews of a community package: its linter, run here in place, would judge test/ by cloud rules too. */
const REVIEWED = ['package.json', 'eslint.config.mjs', 'tsconfig.json', 'nodes', 'credentials'];

/** Rules of n8n's, one of each kind, that the sample breaks: its linter and its scanner have to report them. */
export const SOURCE_RULES = [
	'@n8n/community-nodes/credential-test-required',
	'@n8n/community-nodes/icon-validation',
	'@n8n/community-nodes/no-restricted-globals',
	'@n8n/community-nodes/no-restricted-imports',
	'@n8n/community-nodes/package-name-convention',
	'n8n-nodes-base/community-package-json-license-missing',
	'n8n-nodes-base/cred-class-field-name-unsuffixed',
	'n8n-nodes-base/node-param-display-name-miscased',
];

/**
 * Runs n8n's own `n8n-node lint` over a throwaway copy of what n8n reviews in the package at `sources[0]`, with
 * what further `sources` hold laid over it. A warning counts as a failure, as no person reads a passing run.
 *
 * @param nodeModules an installed `node_modules` with `@n8n/node-cli`, `eslint` and `n8n-workflow`
 */
export async function n8nReview(nodeModules: string, ...sources: string[]): Promise<Ending> {
	const copy = await realpath(await mkdtemp(join(tmpdir(), 'n8n-review-')));
	try {
		for (const source of sources) {
			for (const name of REVIEWED) {
				const from = join(source, name);
				if (await exists(from)) await cp(from, join(copy, name), { recursive: true });
			}
		}
		await symlink(nodeModules, join(copy, 'node_modules'));
		const script = join(nodeModules, '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');
		const { ok, output } = await runScript(script, ['lint'], copy);
		return { ok: ok && !output.includes('✖'), output: output.replaceAll(`${copy}/`, '') };
	} finally {
		await rm(copy, { recursive: true, force: true });
	}
}

async function exists(path: string): Promise<boolean> {
	return await access(path).then(
		() => true,
		() => false,
	);
}
