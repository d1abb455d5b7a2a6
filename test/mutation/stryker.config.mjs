/**
 * Every source, on the tests of `npm test`.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	mutate: ['{nodes,credentials}/**/*.ts'],
	testFiles: ['test/{nodes,credentials}/**/*.test.ts'],
	testRunner: 'jest',
	jest: { configFile: 'test/mutation/jest.config.cjs', enableFindRelatedTests: false },
	plugins: ['@stryker-mutator/jest-runner'],
	coverageAnalysis: 'perTest',
	// A form and a constant are made when a file is loaded, before any test: each of their mutants
	// would take all tests. Tests of the description and contract.json hold them.
	ignoreStatic: true,
	concurrency: 2,
	dryRunTimeoutMinutes: 30,
	allowConsoleColors: false,
	thresholds: { high: 95, low: 90, break: 90 },
	reporters: ['progress', 'clear-text', 'json'],
	jsonReporter: { fileName: 'output/mutation/report.json' },
	clearTextReporter: { allowColor: false, reportTests: false },
	tempDirName: 'output/mutation/sandboxes',
	cleanTempDir: 'always',
	ignorePatterns: ['/output', '/dist', '/docs/images'],
};
