/**
 * What decides; that a mutant is never seen where it decides nothing is what the last two percent
 * are for.
 */
const modules = [
	'execution/{creations,identity,nodeExecution,scheduler}.ts',
	'fields/{dates,period,update}.ts',
	'resources/{accountLog,operation,pageSearch,person/matching}.ts',
	'shared/hash.ts',
	'transport/{limiter,outcome,pagination,pendingRequest,request,retry}.ts',
	'trigger/{allPages,changeDetector,deliveredRecords,listReaders,pollList,state}.ts',
];

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: modules.map((files) => `nodes/AudiencePage/${files}`),
	testRunner: 'jest',
	jest: { configFile: 'test/mutation/jest.config.mjs' },
	plugins: ['@stryker-mutator/jest-runner', './test/mutation/ignored.mjs'],
	ignorers: ['forms'],
	coverageAnalysis: 'perTest',
	concurrency: 2,
	timeoutMS: 2000,
	allowConsoleColors: false,
	thresholds: { high: 99, low: 98, break: 98 },
	reporters: ['progress', 'clear-text'],
	clearTextReporter: { allowColor: false, reportTests: false },
	tempDirName: 'output/mutation/sandboxes',
	ignorePatterns: ['/*', '!/nodes', '!/test', '!/jest.config.js', '!/tsconfig.json'],
};
