import { defineConfig } from 'vitest/config';
import usual from '../../vitest.config.mjs';

/** What takes too long for every `npm test`, and the laws of `npm test` in many more cases (see test/support/cases.ts). */
export default defineConfig({
	...usual,
	test: {
		...usual.test,
		include: [
			'test/long/*.long.ts',
			'test/nodes/AudiencePage/answers.test.ts',
			'test/nodes/AudiencePage/emptyValues.test.ts',
			'test/nodes/AudiencePage/execution/continue.test.ts',
			'test/nodes/AudiencePage/faults/*.test.ts',
			'test/nodes/AudiencePage/properties/properties.test.ts',
			'test/nodes/AudiencePage/transport/limits.test.ts',
			'test/nodes/AudiencePage/trigger/simulation/*.test.ts',
			'test/nodes/AudiencePage/trigger/wanted.test.ts',
			'test/nodes/AudiencePage/trigger/watchList.parts.test.ts',
			'test/worlds/*.test.ts',
		],
		exclude: ['**/node_modules/**'],
		env: { LONG: 'yes' },
		testTimeout: 3_600_000,
		hookTimeout: 1_800_000,
	},
});
