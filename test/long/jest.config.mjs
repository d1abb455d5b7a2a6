import usual from '../../jest.config.js';

// For the tests' processes, which get it from this one.
process.env.LONG = 'yes';

const tests = [
	'{jest,release}/*.test.ts',
	'nodes/AudiencePage/answers.test.ts',
	'nodes/AudiencePage/emptyValues.test.ts',
	'nodes/AudiencePage/execution/continue.test.ts',
	'nodes/AudiencePage/faults/*.test.ts',
	'nodes/AudiencePage/properties/properties.test.ts',
	'nodes/AudiencePage/transport/limits.test.ts',
	'nodes/AudiencePage/trigger/simulation/*.test.ts',
	'nodes/AudiencePage/trigger/pollList.test.ts',
	'worlds/*.test.ts',
];

/** What takes too long for every `npm test`, and the laws of `npm test` in many more cases (see test/support/cases.ts). */
export default {
	...usual,
	testMatch: tests.map((files) => `<rootDir>/test/${files}`),
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 3_600_000,
};
