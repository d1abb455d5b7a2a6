import { defineConfig } from 'vitest/config';
import usual from '../../vitest.config.mjs';

/** Tests of decisions, without n8n or HTTP: only these say whether a mutant survives, so that each says it fast. */
const tests = [
	'execution/{idempotencyKeys,retryState,scheduler}',
	'fields/{dates,dates.presets,list.flows,period.span,update}',
	'resources/{accountLog/idempotency,operation,person/matching}',
	'shared/canonicalJson',
	'transport/{apiClient.attempts,apiClient.attempts.errors,delay,outcome,pagination,pagination.*}',
	'transport/{request.sent,retry,retryAfter}',
	'trigger/{changeDetector,deliveredRecords,progress,readPages,watchList,watchList.parts}',
];

export default defineConfig({
	...usual,
	test: {
		...usual.test,
		include: tests.map((files) => `test/nodes/AudiencePage/${files}.test.ts`),
		setupFiles: ['test/support/isolation.ts'],
		// Stryker ends a mutant that never ends; this is for a busy machine.
		testTimeout: 60_000,
	},
});
