import usual from '../../jest.config.js';

// For the tests' processes, which get it from this one.
process.env.LONG = 'yes';

/** The laws of `npm test` in many more cases (see test/support/cases.ts). */
const tests = [
	'nodes/AudiencePage/transport/limits.test.ts',
	'nodes/AudiencePage/trigger/simulation/*.test.ts',
	'worlds/*.test.ts',
];

export default {
	...usual,
	testMatch: tests.map((files) => `<rootDir>/test/${files}`),
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 3_600_000,
};
