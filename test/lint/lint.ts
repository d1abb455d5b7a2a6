/**
 * `npm run lint`: n8n's review as n8n runs it, our own rules, types and format. It also lints `sample/`, which
 * breaks a rule of each kind, and fails unless they are reported: a linter that looks at nothing also passes.
 */
import { join } from 'node:path';
import { ensureInstalled } from '../support/pinnedPackage';
import { n8nReview } from './n8nReview';
import { runScript, type Ending } from './run';

const root = join(__dirname, '..', '..');
const sample = join(__dirname, 'sample');
const nodeModules = join(__dirname, 'node_modules');

const N8N_RULES = [
	'@n8n/community-nodes/credential-password-field',
	'@n8n/community-nodes/credential-test-required',
	'@n8n/community-nodes/icon-validation',
	'@n8n/community-nodes/no-restricted-globals',
	'@n8n/community-nodes/no-restricted-imports',
	'@n8n/community-nodes/package-name-convention',
	'import-x/no-unresolved',
	'n8n-nodes-base/community-package-json-license-missing',
	'n8n-nodes-base/cred-class-field-name-unsuffixed',
	'n8n-nodes-base/node-param-display-name-miscased',
];
const OUR_RULES = [
	'@typescript-eslint/no-explicit-any',
	'@typescript-eslint/no-floating-promises',
	'@typescript-eslint/no-unsafe-member-access',
	'jest/expect-expect',
	'jest/no-disabled-tests',
	'jest/no-focused-tests',
	'no-console',
	'no-restricted-properties',
];

const eslint = (...args: string[]): Promise<Ending> => {
	const config = ['--config', join(__dirname, 'eslint.config.mjs'), '--max-warnings', '0'];
	return runScript(join(nodeModules, 'eslint', 'bin', 'eslint.js'), [...config, ...args], root);
};
const tsc = (): Promise<Ending> =>
	runScript(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), ['-p', 'test/tsconfig.json'], root);
const prettier = (): Promise<Ending> => {
	const files = ['nodes/**/*.ts', 'credentials/**/*.ts', 'test/**/*.{ts,mjs}', 'gulpfile.js'];
	return runScript(join(nodeModules, 'prettier', 'bin', 'prettier.cjs'), ['--check', ...files], root);
};

/** Fine only if the run failed and its output names every one of `words`. */
async function reports(run: Promise<Ending>, words: string[]): Promise<Ending> {
	const { ok, output } = await run;
	const missing = words.filter((word) => !output.includes(word));
	return { ok: !ok && missing.length === 0, output: `Not reported: ${missing.join(', ')}\n${output}` };
}

const LEGS: Array<[name: string, run: () => Promise<Ending>]> = [
	["n8n's lint", () => n8nReview(nodeModules, root)],
	["n8n's lint reports the sample", () => reports(n8nReview(nodeModules, root, sample), N8N_RULES)],
	[
		"n8n's lint is strict about its configuration",
		() => reports(n8nReview(nodeModules, root, join(sample, 'relaxed')), ['Strict mode violation']),
	],
	[
		'our lint',
		() => eslint('--ignore-pattern', 'test/lint/sample/', 'nodes', 'credentials', 'test', 'gulpfile.js'),
	],
	['our lint reports the sample', () => reports(eslint('test/lint/sample/test'), OUR_RULES)],
	['types', tsc],
	['format (to mend it: test/lint/node_modules/.bin/prettier --write FILES)', prettier],
];

async function main(): Promise<void> {
	await ensureInstalled(__dirname, 'the linters (500 MB)');
	const failed: string[] = [];
	for (const [name, run] of LEGS) {
		const started = Date.now();
		const { ok, output } = await run();
		console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
		if (ok) continue;
		console.log(output);
		failed.push(name);
	}
	if (failed.length > 0) throw new Error(`Lint failed: ${failed.join('; ')}`);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
