import { defineConfig } from 'vitest/config';
import usual from '../../vitest.config.mjs';
import pure from './pure.json' with { type: 'json' };

/** The tests that need neither n8n nor HTTP: no others say whether a mutant survives. */
export default defineConfig({
	...usual,
	test: {
		...usual.test,
		include: pure.tests,
		setupFiles: ['test/support/isolation.ts'],
		// A mutant that never ends is soon known: these tests wait for nothing.
		testTimeout: 3000,
	},
});
