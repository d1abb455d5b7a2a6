import { defineConfig } from 'vitest/config';
import usual from '../../vitest.config';

/** What takes too long for every `npm test`. */
export default defineConfig({
	...usual,
	test: { ...usual.test, include: ['test/long/**/*.long.ts'], testTimeout: 3_600_000 },
});
