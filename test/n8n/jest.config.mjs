import usual from '../../jest.config.js';

/**
 * As for all tests, but each with time for a real n8n on a machine that is busy with other work. The versions of n8n
 * are installed before the first.
 */
export default {
	...usual,
	testMatch: ['<rootDir>/test/n8n/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
	globalSetup: '<rootDir>/test/n8n/harness/globalSetup.ts',
	testTimeout: 1_800_000,
};
