import { defineConfig } from 'vitest/config';
import usual from '../../vitest.config.mjs';

/**
 * As for all tests, but each with time for a real n8n on a machine that is busy with other work. The versions of n8n
 * are installed before the first.
 */
export default defineConfig({
	...usual,
	test: {
		...usual.test,
		include: ['test/n8n/**/*.test.ts'],
		exclude: ['**/node_modules/**'],
		globalSetup: 'test/n8n/harness/install.ts',
		testTimeout: 1_800_000,
		hookTimeout: 1_800_000,
		// A net for what never comes, and no bound: the editor shows things when it has them.
		expect: { poll: { interval: 50, timeout: 300_000 } },
	},
});
