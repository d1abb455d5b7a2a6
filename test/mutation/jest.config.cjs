const { join } = require('node:path');
const usual = require('../../jest.config.js');

/** The tests of `npm test`, in Stryker's own processes: with a limit, they would run in others. */
module.exports = {
	...usual,
	runner: join(__dirname, 'CoveringTests.cjs'),
	// Stryker puts its own around it, and needs a path.
	testEnvironment: join(usual.rootDir, 'test', 'jest', 'TestEnvironment.cjs'),
	workerIdleMemoryLimit: undefined,
};
