import { defineConfig } from 'vitest/config';
import usual from '../vitest.config.mjs';

/** The tests of a version of n8n that `npm run test:version` has installed, said in plain words. */
export default defineConfig({
	...usual,
	test: {
		...usual.test,
		include: ['test/n8n/anyVersion/anyVersion.ts'],
		globalSetup: [],
		reporters: ['test/n8n/anyVersion/PlainReporter.ts'],
	},
});
