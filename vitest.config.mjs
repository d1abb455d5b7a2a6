import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const { resolve } = createRequire(import.meta.url);

/** n8n-core requires these: what the tests import must be the same, not its twin as an ES module. */
const REQUIRED = ['luxon', 'n8n-core', 'n8n-workflow'];

export default defineConfig({
	resolve: {
		alias: REQUIRED.map((name) => ({ find: new RegExp(`^${name}$`), replacement: resolve(name) })),
	},
	test: {
		root: import.meta.dirname,
		include: ['test/**/*.test.ts'],
		exclude: ['**/node_modules/**', 'test/judges/prism.test.ts', 'test/n8n/**'],
		globals: true,
		// One process for each core, and in it one n8n-core for all files (see test/support/isolation.ts).
		pool: 'forks',
		isolate: false,
		maxWorkers: 2,
		setupFiles: ['test/support/n8nEnvironment.ts', 'test/support/isolation.ts'],
		testTimeout: 600_000,
		hookTimeout: 600_000,
	},
});
