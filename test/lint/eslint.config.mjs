/**
 * Our own rules, beside n8n's: for the tests, which n8n's cloud rules would keep from Node's modules, and, with
 * the compiler's types, for the nodes and credentials too (n8n's rules know no types: they miss a promise that
 * nobody awaits). Run from the root with `--config`: the patterns are relative to the root.
 */
import jest from 'eslint-plugin-jest';
import { join } from 'node:path';
import tseslint from 'typescript-eslint';

const root = join(import.meta.dirname, '..', '..');
const TESTS = ['test/**/*.test.ts', 'test/lint/sample/test/*.ts'];
/** These print for a person at a terminal; all else reports by its result or an error. */
const COMMAND_LINES = [
	'test/bench/bench.ts',
	'test/bench/profile.ts',
	'test/cases/testOperation.ts',
	'test/lint/legs.ts',
	'test/lint/scan.ts',
	'test/mutation/mutate.ts',
	'test/n8n/anyVersion/testVersion.ts',
	'test/n8n/dev/dev.ts',
	'test/n8n/editor/pictures.ts',
	'test/service/cli.ts',
	'test/write/write.ts',
];

/** Also where a rule for calls does not look: `const maybe = hasRedis ? it : it.skip`. */
const everyTestRuns = ['describe', 'it', 'test'].flatMap((object) =>
	['failing', 'only', 'skip', 'todo'].map((property) => ({
		object,
		property,
		message: 'Every test runs, and has to pass.',
	})),
);

export default tseslint.config(
	{
		// No way round a rule from within a file.
		linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
	},
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: {
				project: 'test/tsconfig.json',
				tsconfigRootDir: root,
				warnOnUnsupportedTypeScriptVersion: false,
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
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: { '@typescript-eslint/no-non-null-assertion': 'error' },
	},
	{
		files: TESTS,
		extends: [jest.configs['flat/recommended']],
		rules: {
			'jest/expect-expect': ['error', { assertFunctionNames: ['expect*', '*.assert'] }],
			'no-restricted-properties': ['error', ...everyTestRuns],
			// Jest types its matchers, such as expect.any(String) within an object, as any.
			'@typescript-eslint/no-unsafe-assignment': 'off',
		},
	},
	{
		files: COMMAND_LINES,
		rules: { 'no-console': 'off' },
	},
	{
		files: ['gulpfile.js', 'jest.config.js'],
		languageOptions: { sourceType: 'commonjs', globals: { __dirname: 'readonly' } },
		rules: { 'no-undef': 'error', 'no-unused-vars': 'error' },
	},
);
