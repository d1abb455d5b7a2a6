import usual from '../jest.config.mjs';

/** The tests of a version of n8n that `testVersion.ts` has installed, said in plain words. */
export default {
	...usual,
	testMatch: ['<rootDir>/test/n8n/anyVersion/anyVersion.ts'],
	globalSetup: undefined,
	reporters: ['<rootDir>/test/n8n/anyVersion/reporter.mjs'],
};
