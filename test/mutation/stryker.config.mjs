import { readFileSync } from 'node:fs';

const { modules } = JSON.parse(readFileSync(new URL('pure.json', import.meta.url), 'utf8'));

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: modules,
	testRunner: 'vitest',
	vitest: { configFile: 'test/mutation/vitest.config.mjs' },
	plugins: ['@stryker-mutator/vitest-runner', './test/mutation/forms.mjs'],
	ignorers: ['forms'],
	coverageAnalysis: 'perTest',
	concurrency: 2,
	timeoutMS: 2000,
	allowConsoleColors: false,
	thresholds: { high: 90, low: 80, break: 80 },
	reporters: ['progress', 'clear-text', 'json'],
	clearTextReporter: { allowColor: false, reportTests: false },
	jsonReporter: { fileName: 'output/mutation/mutation.json' },
	tempDirName: 'output/mutation/sandboxes',
	ignorePatterns: ['/*', '!/nodes', '!/test', '!/vitest.config.mjs', '!/tsconfig.json'],
};
