import { defineConfig } from 'vitest/config';
import usual from '../../vitest.config.mjs';

/** Tests of decisions, without n8n or HTTP: only these say whether a mutant survives, so that each says it fast. */
const tests = [
	'execution/{idempotencyKeys,keyedQueue,retryState}',
	'fields/{dates,dates.presets,period.span,update}',
	'resources/{accountLog/idempotency,orderingKeys,person/match}',
	'shared/canonicalJson',
	'transport/{apiClient.attempts,apiClient.attempts.errors,nextPage,outcome,pages.limit,pages.places}',
	'transport/{request.sent,retry,waiting,waiting.older}',
	'trigger/{changeDetector,deliveredRecords,lists,progress,watchList,watchList.parts}',
];

export default defineConfig({
	...usual,
	test: {
		...usual.test,
		include: tests.map((files) => `test/nodes/AudiencePage/${files}.test.ts`),
		setupFiles: ['test/support/isolation.ts'],
		// A mutant that never ends is soon known: these tests wait for nothing.
		testTimeout: 3000,
	},
});
