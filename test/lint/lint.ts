/**
 * `npm run lint`: n8n's review as n8n runs it, our own rules, the interface, the workflows of GitHub, the SBOM, types
 * and format. It also lints samples that break a rule of each kind, and fails unless they are reported: a linter that
 * looks at nothing also passes.
 */
import { join } from 'node:path';
import { ensureJudges } from '../judges/install';
import { lintOpenApi } from '../judges/openapi';
import { checkSbom } from '../judges/sbom';
import { lintWorkflows } from '../judges/workflows';
import { ensureInstalled } from '../support/install/pinnedPackage';
import { reports, runLegs, type Leg } from './legs';
import { n8nReview, SOURCE_RULES } from './n8nReview';
import { runScript, type Ending } from './run';

const root = join(__dirname, '..', '..');
const sample = join(__dirname, 'sample');
const judgesSample = join(root, 'test', 'judges', 'sample');
const nodeModules = join(__dirname, 'node_modules');

const N8N_RULES = [
	...SOURCE_RULES,
	'@n8n/community-nodes/credential-password-field',
	'import-x/no-unresolved',
];
const OUR_RULES = [
	'@typescript-eslint/no-explicit-any',
	'@typescript-eslint/no-floating-promises',
	'@typescript-eslint/no-unsafe-member-access',
	'no-console',
	'no-restricted-properties',
	'jest/expect-expect',
	'jest/no-disabled-tests',
	'jest/no-focused-tests',
];
/** Of Redocly and actionlint: some that the samples break. */
const OPENAPI_RULES = ['no-unresolved-refs', 'operation-operationId-unique', 'security-defined'];
const WORKFLOW_RULES = ['(action)', '(expression)', '(job-needs)', '(permissions)', '(syntax-check)'];

const eslint = (...args: string[]): Promise<Ending> => {
	const config = ['--config', join(__dirname, 'eslint.config.mjs'), '--max-warnings', '0'];
	return runScript(join(nodeModules, 'eslint', 'bin', 'eslint.js'), [...config, ...args], root);
};
const tsc = (): Promise<Ending> =>
	runScript(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), ['-p', 'test/tsconfig.json'], root);
const prettier = (): Promise<Ending> => {
	const files = ['{nodes,credentials}/**/*.ts', 'test/**/*.{ts,mjs}', 'gulpfile.js', 'jest.config.js'];
	return runScript(join(nodeModules, 'prettier', 'bin', 'prettier.cjs'), ['--check', ...files], root);
};

const LEGS: Leg[] = [
	["n8n's lint", () => n8nReview(nodeModules, root)],
	["n8n's lint reports the sample", () => reports(n8nReview(nodeModules, root, sample), N8N_RULES)],
	[
		"n8n's lint is strict about its configuration",
		() => reports(n8nReview(nodeModules, root, join(sample, 'relaxed')), ['Strict mode violation']),
	],
	[
		'our lint',
		() =>
			eslint(
				'--ignore-pattern',
				'test/lint/sample/',
				'nodes',
				'credentials',
				'test',
				'gulpfile.js',
				'jest.config.js',
			),
	],
	['our lint reports the sample', () => reports(eslint('test/lint/sample/test'), OUR_RULES)],
	['interface, by Redocly', () => lintOpenApi(join(root, 'test', 'service', 'openapi.yaml'))],
	[
		'Redocly reports the sample',
		() => reports(lintOpenApi(join(judgesSample, 'openapi.yaml')), OPENAPI_RULES),
	],
	['workflows, by actionlint', () => lintWorkflows(join(root, '.github', 'workflows'))],
	['actionlint reports the sample', () => reports(lintWorkflows(judgesSample), WORKFLOW_RULES)],
	['SBOM', checkSbom],
	['types', tsc],
	['format (to mend it: test/lint/node_modules/.bin/prettier --write FILES)', prettier],
];

void runLegs(async () => {
	await ensureInstalled(__dirname, { name: 'the linters', megabytes: 500, took: '15 s to 1 min' });
	await ensureJudges();
	return LEGS;
});
