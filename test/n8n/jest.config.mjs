import usual from '../../jest.config.js';

/** What writes into docs/ runs only where the command line names it. */
const pictures = process.argv.join(' ').includes('pictures') ? [] : ['<rootDir>/test/n8n/pictures'];

/**
 * As for all tests, but each with time for a real n8n on a machine that is busy with other work.
 * Before the first, the versions of n8n are installed and the package is packed.
 */
export default {
	...usual,
	testMatch: ['<rootDir>/test/n8n/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', ...pictures],
	globalSetup: '<rootDir>/test/n8n/harness/globalSetup.ts',
	testTimeout: 1_800_000,
};
