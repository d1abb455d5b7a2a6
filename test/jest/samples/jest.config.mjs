import usual from '../../../jest.config.js';

/** Files that hang: `test/jest/hanging.test.ts` runs them. */
export default {
	...usual,
	testMatch: ['<rootDir>/test/jest/samples/*.sample.ts'],
	testPathIgnorePatterns: [],
	setupFiles: [],
};
