const base = require('../../jest.config.json');
const { tests } = require('./pure.json');

/** The tests that need neither n8n nor HTTP: no others say whether a mutant survives. */
module.exports = {
	...base,
	rootDir: '../..',
	testMatch: tests.map((file) => `<rootDir>/${file}`),
	setupFiles: [],
	/** They load no package that is worth sharing, and Stryker has an environment of its own. */
	testEnvironment: 'node',
	runtime: undefined,
	/** A mutant that never ends is soon known: these tests wait for nothing. */
	testTimeout: 3000,
};
