const base = require('../../jest.config.json');

/** As for all tests, but one at a time, each with time for a real n8n on a
 * machine that is busy with other work. n8n is installed before the first. */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/n8n'],
	testPathIgnorePatterns: [],
	globalSetup: '<rootDir>/test/n8n/harness/globalSetup.ts',
	maxWorkers: 1,
	testTimeout: 1_800_000,
};
