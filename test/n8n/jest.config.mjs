import usual from '../../jest.config.js';

/**
 * What takes minutes, writes into docs/, or needs to be told a version: run only where the command
 * line names it.
 */
const ONLY_IF_NAMED = ['pictures', 'anyVersion'].filter(
	(name) => !process.argv.join(' ').includes(name),
);

/**
 * As for all tests, but each with time for a real n8n on a machine that is busy with other work.
 * Before the first, the versions of n8n are installed and the package is packed.
 */
export default {
	...usual,
	testMatch: ['<rootDir>/test/n8n/**/*.test.ts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		...ONLY_IF_NAMED.map((name) => `<rootDir>/test/n8n/.*${name}`),
	],
	globalSetup: '<rootDir>/test/n8n/harness/globalSetup.ts',
	testTimeout: 1_800_000,
};
