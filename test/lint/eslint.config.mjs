/**
 * n8n's rules for what is published, and ours for all of it, with the compiler's types (n8n's rules
 * know no types: they miss a promise that nobody awaits). n8n's strict mode wants the
 * `eslint.config.mjs` of the root as it is.
 */
import { config as n8n } from '@n8n/node-cli/eslint';
import { defineConfig, globalIgnores } from 'eslint/config';
import jest from 'eslint-plugin-jest';
import sonarjs from 'eslint-plugin-sonarjs';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import tseslint from 'typescript-eslint';

const ROOT = join(import.meta.dirname, '..', '..');
const NODE = 'nodes/AudiencePage';
const SOURCES = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/**
 * `trigger -> resources, fields` in the diagram of ARCHITECTURE.md says what a folder may import
 * beside itself.
 */
const [, diagram] = /```text\n([^`]*)```/.exec(
	readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8'),
);
const folders = readdirSync(join(ROOT, NODE), { withFileTypes: true })
	.filter((entry) => entry.isDirectory() && entry.name !== '__schema__')
	.map(({ name }) => name);
const zones = folders.map((folder) => {
	const [, others] = new RegExp(`^${folder} *->(.*)$`, 'm').exec(diagram) ?? [];
	if (others === undefined)
		throw new Error(`ARCHITECTURE.md doesn't say what ${folder}/ may import`);
	const allowed = [folder, ...others.split(',').map((other) => other.trim())].filter(Boolean);
	return { target: `${NODE}/${folder}`, from: NODE, except: allowed.map((other) => `./${other}`) };
});

/** What a reader can hold in his head. */
const readable = (maxLines) => ({
	plugins: { sonarjs },
	rules: {
		complexity: ['error', 10],
		'max-len': [
			'error',
			{
				code: 100,
				tabWidth: 2,
				ignoreStrings: true,
				ignoreTemplateLiterals: true,
				ignoreUrls: true,
			},
		],
		'max-lines-per-function': [
			'error',
			{ max: maxLines, skipBlankLines: true, skipComments: true },
		],
		'max-params': ['error', 4],
		'no-restricted-syntax': [
			'error',
			{
				selector: 'Literal[regex][raw=/^.{81,}$/]',
				message: 'A regular expression has at most 80 characters: use two with names, or a Set.',
			},
		],
		'sonarjs/cognitive-complexity': ['error', 10],
		'sonarjs/nested-control-flow': ['error', { maximumNestingLevel: 3 }],
		'sonarjs/no-nested-conditional': 'error',
		'sonarjs/regex-complexity': ['error', { threshold: 15 }],
		'sonarjs/slow-regex': 'error',
	},
});

/** Also where a rule for calls does not look: `const maybe = hasRedis ? it : it.skip`. */
const everyTestRuns = ['describe', 'it', 'test'].flatMap((object) =>
	['failing', 'only', 'skip', 'todo'].map((property) => ({
		object,
		property,
		message: 'Every test runs, and has to pass.',
	})),
);

export default defineConfig(
	globalIgnores(['dist', 'output']),
	{
		// No way round a rule from within a file.
		linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
	},
	{ files: [...SOURCES, 'package.json'], extends: [n8n] },
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: {
				project: 'test/tsconfig.json',
				tsconfigRootDir: ROOT,
			},
		},
		rules: {
			'@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-unnecessary-condition': 'error',
			// Async is often what an interface asks for, not what this implementation of it needs.
			'@typescript-eslint/require-await': 'off',
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
			eqeqeq: 'error',
			'no-console': 'error',
		},
	},
	{
		files: SOURCES,
		// Else the files that a file imports are not read, and no cycle is found.
		settings: { 'import-x/extensions': ['.ts'] },
		rules: {
			'@typescript-eslint/no-non-null-assertion': 'error',
			'import-x/no-cycle': 'error',
			'import-x/no-restricted-paths': [
				'error',
				{
					basePath: ROOT,
					zones: [
						...zones,
						{ target: 'credentials', from: 'nodes' },
						{ target: 'nodes', from: 'credentials' },
						{ target: ['nodes', 'credentials'], from: 'test' },
					],
				},
			],
			// n8n ships these; crypto is Node's own. A published package has no other dependency.
			'no-restricted-imports': [
				'error',
				{ patterns: [{ regex: '^(?!\\.|(n8n-workflow|luxon|node:crypto)$)' }] },
			],
		},
	},
	{
		files: ['test/**/*.test.ts'],
		extends: [jest.configs['flat/recommended']],
		rules: {
			'jest/expect-expect': ['error', { assertFunctionNames: ['expect*', '*.assert'] }],
			'no-restricted-properties': ['error', ...everyTestRuns],
			// Jest types its matchers, such as expect.any(String) within an object, as any.
			'@typescript-eslint/no-unsafe-assignment': 'off',
		},
	},
	{ files: SOURCES, ...readable(50) },
	{ files: ['test/**/*.ts'], ...readable(80) },
	{
		// These print for a person at a terminal; all else reports by its result or an error.
		files: [
			'test/bench/bench.ts',
			'test/lint/*.ts',
			'test/n8n/dev/*.ts',
			'test/n8n/job/mainJob.ts',
			'test/write/write.ts',
		],
		rules: { 'no-console': 'off' },
	},
	{
		files: ['gulpfile.js', 'jest.config.js', 'test/{jest,mutation}/*.cjs'],
		languageOptions: {
			sourceType: 'commonjs',
			globals: { __dirname: 'readonly', process: 'readonly' },
		},
		rules: { 'no-undef': 'error', 'no-unused-vars': 'error' },
	},
);
