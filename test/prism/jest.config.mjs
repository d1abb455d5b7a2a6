import usual from '../../jest.config.js';

const folder = 'test/nodes/AudiencePage';
const tests = [
	`${folder}/{answers,everyOperation}.test.ts`,
	`${folder}/{execution,fields,methods,resources,trigger}/**/*.test.ts`,
	'test/prism/prism.test.ts',
];
const others = [
	// These violate the interface on purpose, or have a connection break, which Prism would answer.
	'execution/(oracle|run)',
	'resources/person/upsert(\\.(runs|services))?',
	// The same requests as of other tests, thousands of times, or none.
	'trigger/simulation/.*',
	'execution/(histories|plainExpression)',
];

/**
 * The tests of operations, pickers and events once more, with Prism as a proxy between the node and
 * the sandbox.
 */
export default {
	...usual,
	testMatch: tests.map((files) => `<rootDir>/${files}`),
	testPathIgnorePatterns: others.map((files) => `<rootDir>/${folder}/${files}\\.test\\.ts$`),
	globalSetup: '<rootDir>/test/prism/install.ts',
	setupFilesAfterEnv: ['<rootDir>/test/prism/throughPrism.ts'],
};
