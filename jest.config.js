/**
 * The tests run on n8n-core, which takes seconds to load: Jest would load it anew for each test
 * file. So the files of a worker share the process's own globals and what lies in node_modules (see
 * `test/jest/nodeModules.mjs`), and nothing else: each has the node's and the tests' own modules
 * anew, with the state in them.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	rootDir: __dirname,
	// What is searched for tests: not the folders in which other tools lie.
	roots: ['credentials', 'nodes', 'test'].map((folder) => `<rootDir>/${folder}`),
	modulePathIgnorePatterns: ['<rootDir>/test/.*/node_modules(/|$)'],
	haste: { forceNodeFilesystemAPI: true },
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	// Those on a real n8n have a configuration of their own.
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/'],
	moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
	transform: {
		'/node_modules/.+\\.[cm]?js$': '<rootDir>/test/jest/nodeModules.mjs',
		// Types are checked by `npm run lint`.
		'\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json', diagnostics: false }],
	},
	// Modules of Jest and Stryker, which their environments load by themselves.
	transformIgnorePatterns: ['/node_modules/(@jest|@sinonjs|@stryker-mutator|jest-[a-z-]+)/'],
	testEnvironment: '<rootDir>/test/jest/TestEnvironment.cjs',
	setupFiles: ['<rootDir>/test/support/n8nEnvironment.ts', '<rootDir>/test/support/isolation.ts'],
	reporters: ['default', '<rootDir>/test/jest/someTestRan.mjs'],
	// What Node and Jest themselves need to go on.
	fakeTimers: { doNotFake: ['nextTick', 'queueMicrotask'] },
	maxWorkers: 2,
	// A net: a worker keeps well below it. And with it, a file that runs alone has a worker, too.
	workerIdleMemoryLimit: '1.5GB',
	testTimeout: 60_000,
};
